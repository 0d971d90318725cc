import type { Command } from 'commander';
import { printResult } from './output.ts';
import { withAttribution } from './with-attribution.ts';
import { workspaceOption } from './workspace-option.ts';

type Options = { workspace: string; clickId: string; json?: boolean };

export function registerErase(program: Command): void {
  program
    .command('erase')
    .description('permanently delete a visit and everything linked to it')
    .addOption(workspaceOption())
    .requiredOption('--click-id <id>', 'click ID of the visit')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample: waypost erase --workspace ID --click-id CLICK_ID')
    .action(async ({ workspace, clickId, json }: Options) => {
      const { requestErasure } = await import('../services/erasures/request-erasure.ts');
      const erasure = await withAttribution((context) =>
        requestErasure({ ...context, workspaceId: workspace }, { clickId }),
      );
      printResult({ json }, erasure, [
        `Deletion ${erasure.id} started. The worker deletes the recorded data and keeps checking for late data for three days.`,
      ]);
    });
}
