import { Command, CommanderError } from 'commander';
import { exitCodes } from '../platform/operator-error.ts';
import { version } from '../platform/version.ts';
import { registerCampaign } from './campaign.ts';
import { registerConfig } from './config.ts';
import { registerConversions } from './conversions.ts';
import { registerCosts } from './costs.ts';
import { registerDemo } from './demo.ts';
import { registerDoctor } from './doctor.ts';
import { registerErase } from './erase.ts';
import { registerEvents } from './events.ts';
import { registerExport } from './export.ts';
import { registerImport } from './import.ts';
import { registerInbox } from './inbox.ts';
import { registerKey } from './key.ts';
import { registerMigrate } from './migrate.ts';
import { printResult, reportFailure } from './output.ts';
import { registerReports } from './reports.ts';
import { registerStart } from './start.ts';
import { registerSubscription } from './subscription.ts';
import { registerUser } from './user.ts';
import { registerWorkspace } from './workspace.ts';

const program = new Command('waypost')
  .description('Waypost, the campaign tracker: starts it and looks after it')
  .version(version)
  .helpCommand(false)
  .showHelpAfterError('(add --help for the usage and an example)')
  .exitOverride();

for (const register of [
  registerStart,
  registerMigrate,
  registerDoctor,
  registerConfig,
  registerWorkspace,
  registerUser,
  registerKey,
  registerSubscription,
  registerCampaign,
  registerExport,
  registerImport,
  registerInbox,
  registerErase,
  registerConversions,
  registerCosts,
  registerEvents,
  registerReports,
  registerDemo,
]) {
  register(program);
}

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
