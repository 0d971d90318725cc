import { resolve } from 'node:path';
import type { Command } from 'commander';
import { writeExportFile } from './export-file.ts';
import { printResult } from './output.ts';
import { requireWorkspaceId } from './require-workspace-id.ts';
import { withAttribution } from './with-attribution.ts';
import { workspaceOption } from './workspace-option.ts';

type Options = {
  workspace: string;
  out: string;
  from: string;
  to: string;
  timezone?: string;
  dimensions?: string;
  metrics?: string;
  filter?: string[];
  sortBy?: string;
  sortDir?: string;
  json?: boolean;
};

export function registerReports(program: Command): void {
  const reports = program.command('reports').description('what traffic cost and earned');
  reports
    .command('export')
    .description('write all rows of a report as a CSV file')
    .addOption(workspaceOption())
    .requiredOption('--from <time>', 'the first day or moment')
    .requiredOption('--to <time>', 'the last one, included; a time without seconds includes its whole minute')
    .requiredOption('--out <file>', 'where to; compressed with the ending .gz; - for standard output')
    .option('--timezone <name>', "of days and times; the workspace's where it is left out")
    .option('--dimensions <ids>', 'what rows are grouped by, with commas')
    .option('--metrics <ids>', 'what is counted, with commas')
    .option('--filter <expressions...>', 'such as country=DE visits>100; all must hold')
    .option('--sort-by <id>', 'one of the dimensions or metrics')
    .option('--sort-dir <direction>', 'asc or desc')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExample: waypost reports export --workspace ID --from 2026-11-01 --to 2026-11-16 --dimensions day,campaign --out report.csv',
    )
    .action(async ({ workspace, out, json, ...input }: Options) => {
      requireWorkspaceId(workspace);
      const { exportReport } = await import('../services/exports/export-report.ts');
      const { fileForm: form } = await import('@waypost/contract/report-forms.ts');
      await withAttribution(async (context) =>
        writeExportFile(out, await exportReport({ ...context, workspaceId: workspace }, input, { form })),
      );
      if (out !== '-') printResult({ json }, { file: resolve(out) }, [resolve(out)]);
    });
}
