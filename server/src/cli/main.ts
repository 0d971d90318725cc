import { Command, CommanderError } from 'commander';
import { exitCodes } from '../platform/operator-error.ts';
import { version } from '../platform/version.ts';
import { printResult, reportFailure } from './output.ts';

// Only the command that was named is loaded: together they are half of what a role would have to load and keep.
const commands: Record<string, () => Promise<(program: Command) => void>> = {
  start: async () => (await import('./start.ts')).registerStart,
  migrate: async () => (await import('./migrate.ts')).registerMigrate,
  doctor: async () => (await import('./doctor.ts')).registerDoctor,
  config: async () => (await import('./config.ts')).registerConfig,
  workspace: async () => (await import('./workspace.ts')).registerWorkspace,
  user: async () => (await import('./user.ts')).registerUser,
  key: async () => (await import('./key.ts')).registerKey,
  subscription: async () => (await import('./subscription.ts')).registerSubscription,
  campaign: async () => (await import('./campaign.ts')).registerCampaign,
  export: async () => (await import('./export.ts')).registerExport,
  import: async () => (await import('./import.ts')).registerImport,
  inbox: async () => (await import('./inbox.ts')).registerInbox,
  erase: async () => (await import('./erase.ts')).registerErase,
  conversions: async () => (await import('./conversions.ts')).registerConversions,
  costs: async () => (await import('./costs.ts')).registerCosts,
  events: async () => (await import('./events.ts')).registerEvents,
  reports: async () => (await import('./reports.ts')).registerReports,
  demo: async () => (await import('./demo.ts')).registerDemo,
};

const program = new Command('waypost')
  .description('Waypost, the campaign tracker: starts it and looks after it')
  .version(version)
  .helpCommand(false)
  .showHelpAfterError('(add --help for the usage and an example)')
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
