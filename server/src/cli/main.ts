import { Command, CommanderError } from 'commander';
import { exitCodes } from '../platform/operator-error.ts';
import { version } from '../platform/version.ts';
import { commands } from './commands.ts';
import { printResult, reportFailure } from './output.ts';
import { chooseWorkspace } from './workspace-option.ts';

const program = new Command('waypost')
  .description('Waypost, the campaign tracker: starts it and looks after it')
  .version(version)
  .helpCommand(false)
  .showHelpAfterError('(add --help for the usage and an example)')
  .hook('preAction', async (_, command) => await chooseWorkspace(command))
  .exitOverride();

// Without a name, or with a wrong one, the answer lists them all.
const name = process.argv[2] ?? '';
const named = Object.hasOwn(commands, name) ? { [name]: commands[name] } : commands;
for (const load of Object.values(named)) (await load?.())?.(program);

try {
  await program.parseAsync();
} catch (error) {
  // Commander has said what is wrong by then; asking for help is no mistake.
  const json = process.argv.includes('--json');
  if (!(error instanceof CommanderError)) process.exitCode = reportFailure(error, json);
  else if (error.exitCode !== 0) {
    if (json) printResult({ json }, { error: { code: 'usage', message: error.message, details: {} } }, []);
    process.exitCode = exitCodes.usage;
  }
}
