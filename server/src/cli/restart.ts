import type { Command } from 'commander';
import { loadSettings } from '../start/settings.ts';
import { printResult } from './output.ts';

export function registerRestart(program: Command): void {
  program
    .command('restart')
    .description('restart the processes of the running installation one by one, without refusing visitors')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample: waypost restart')
    .action(async (options: { json?: boolean }) => {
      const { restartRoles } = await import('../start/commands/restart-roles.ts');
      const { restarted } = await restartRoles(loadSettings());
      printResult(options, { restarted }, [`Restarted ${restarted.join(', ')}.`]);
    });
}
