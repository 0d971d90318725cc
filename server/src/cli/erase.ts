import type { Command } from 'commander';
import { printResult } from './output.ts';
import { withAttribution } from './with-attribution.ts';
import { workspaceOption } from './workspace-option.ts';

type Options = { workspace: string; clickId: string; json?: boolean };

export function registerErase(program: Command): void {
  program
    .command('erase')
    .description('erase a visit and everything that belongs to it')
    .addOption(workspaceOption())
    .requiredOption('--click-id <id>', 'the click id of the visit')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample: waypost erase --workspace ID --click-id CLICK_ID')
    .action(async ({ workspace, clickId, json }: Options) => {
      const { requestErasure } = await import('../services/erasures/request-erasure.ts');
      const erasure = await withAttribution((context) =>
        requestErasure({ ...context, workspaceId: workspace }, { clickId }),
      );
      printResult({ json }, erasure, [
        `Erasure ${erasure.id} is under way: the worker sweeps up what is recorded, and again for three days.`,
      ]);
    });
}
