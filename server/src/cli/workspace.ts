import type { Command } from 'commander';
import { createWorkspace, listWorkspaces } from '../services/workspaces/workspaces.ts';
import { formatTable, onlyOption, printResult, type Output } from './output.ts';
import { withServices } from './with-services.ts';

export function registerWorkspace(program: Command): void {
  const workspace = program.command('workspace').description('create and list workspaces');
  workspace
    .command('create')
    .description('create a workspace with an active subscription')
    .requiredOption('--name <name>', 'name of the workspace')
    .option('--timezone <zone>', 'IANA time zone', 'UTC')
    .option('--currency <code>', 'ISO 4217 currency code', 'USD')
    .option('--json', 'print the result as JSON')
    .addOption(onlyOption(['id']))
    .addHelpText('after', '\nExample: waypost workspace create --name "Mobile team" --timezone Europe/Berlin')
    .action(async (options: Output & { name: string; timezone: string; currency: string }) => {
      const { name, timezone, currency } = options;
      const created = await withServices((context) => createWorkspace(context, { name, timezone, currency }));
      printResult(options, created, [`Created workspace ${created.name}: ${created.id}`]);
    });
  workspace
    .command('list')
    .description('list all workspaces')
    .option('--json', 'print the result as JSON')
    .addOption(onlyOption(['id', 'name']))
    .addHelpText('after', '\nExample: waypost workspace list')
    .action(async (options: Output) => {
      const found = await withServices(listWorkspaces);
      const rows = found.map(({ id, name, timezone, currency }) => [id, name, timezone, currency]);
      const lines =
        rows.length === 0
          ? ['No workspaces. Create one with waypost workspace create --name NAME.']
          : formatTable(['ID', 'NAME', 'TIMEZONE', 'CURRENCY'], rows);
      printResult(options, found, lines);
    });
}
