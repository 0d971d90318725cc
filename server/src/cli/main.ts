import { Command, CommanderError } from 'commander';
import { systemCode } from '../platform/errors.ts';
import { exitCodes } from '../platform/operator-error.ts';
import { version } from '../platform/version.ts';
import { commands } from './commands.ts';
import { printResult, reportFailure } from './output.ts';
import { chooseWorkspace } from './workspace-option.ts';

const program = new Command('waypost')
  .description('Waypost, a self-hosted campaign tracker')
  .version(version)
  .helpCommand(false)
  .showHelpAfterError('(add --help for usage and an example)')
  .hook('preAction', async (_, command) => await chooseWorkspace(command))
  .exitOverride();

// All commands are loaded if no command or an unknown command is given, so that the help lists them.
const name = process.argv[2] ?? '';
const selected = Object.hasOwn(commands, name) ? { [name]: commands[name] } : commands;
for (const load of Object.values(selected)) (await load?.())?.(program);

// A reader such as `head` may close standard output early. A command then has nothing left to do, but an installation
// must go on.
if (name !== 'start')
  process.stdout.on('error', (error) => {
    if (systemCode(error) !== 'EPIPE') throw error;
    process.exit();
  });

try {
  await program.parseAsync();
} catch (error) {
  // Commander has already printed its error. Exit code 0 means that help or the version was requested.
  const json = process.argv.includes('--json');
  if (!(error instanceof CommanderError)) process.exitCode = reportFailure(error, json);
  else if (error.exitCode !== 0) {
    if (json) printResult({ json }, { error: { code: 'usage', message: error.message, details: {} } }, []);
    process.exitCode = exitCodes.usage;
  }
}
