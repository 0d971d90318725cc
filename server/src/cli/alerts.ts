import type { Command } from 'commander';
import { listOpenAlerts } from '../services/alerts/alerts.ts';
import { formatTable, printResult } from './output.ts';
import { withServices } from './with-services.ts';

export function registerAlerts(program: Command): void {
  program
    .command('alerts')
    .description('list open alerts for the installation and all workspaces')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample: waypost alerts')
    .action(async ({ json }: { json?: boolean }) => {
      const open = await withServices((context) => listOpenAlerts(context));
      const rows = open.map(({ openedAt, workspace, kind, subject, message }) => [
        openedAt.toISOString(),
        workspace,
        kind,
        `${subject === null ? '' : `${subject.name}: `}${message}`,
      ]);
      const lines =
        rows.length === 0
          ? ['No open alerts.']
          : formatTable(['SINCE', 'WORKSPACE', 'KIND', 'MESSAGE'], rows);
      printResult({ json }, open, lines);
    });
}
