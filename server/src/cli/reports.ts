import type { HeaderKind } from '@waypost/contract/events/exports.ts';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { headersOption, writeExportFile } from './export-file.ts';
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
  countBy?: string;
  headers?: HeaderKind;
  json?: boolean;
};

export function registerReports(program: Command): void {
  const reports = program.command('reports').description('export reports');
  reports
    .command('export')
    .description('export all rows of a report as a CSV file')
    .addOption(workspaceOption())
    .requiredOption('--from <time>', 'first day or time')
    .requiredOption(
      '--to <time>',
      'last day or time, inclusive; a time without seconds includes the whole minute',
    )
    .requiredOption(
      '--out <file>',
      'output file, compressed if its name ends with .gz, or - for standard output',
    )
    .option('--timezone <name>', 'time zone for days and times (default: the workspace time zone)')
    .option('--dimensions <ids>', 'comma-separated dimensions to group by')
    .option('--metrics <ids>', 'comma-separated metrics')
    .option('--filter <expressions...>', 'filters such as country=DE visits>100; rows must match all of them')
    .option('--sort-by <id>', 'dimension or metric to sort by')
    .option('--sort-dir <direction>', 'sort direction: asc or desc')
    .option('--count-by <date>', 'date by which conversions are counted: visit (default) or conversion')
    .addOption(headersOption())
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExample: waypost reports export --workspace ID --from 2026-11-01 --to 2026-11-16 --dimensions day,campaign --out report.csv',
    )
    .action(async ({ workspace, out, json, headers, ...input }: Options) => {
      requireWorkspaceId(workspace);
      const { exportReport } = await import('../services/exports/export-report.ts');
      const { fileForm: form } = await import('@waypost/contract/reports/report-forms.ts');
      await withAttribution(async (context) =>
        writeExportFile(
          out,
          await exportReport({ ...context, workspaceId: workspace }, input, { form, headers }),
        ),
      );
      if (out !== '-') printResult({ json }, { file: resolve(out) }, [resolve(out)]);
    });
}
