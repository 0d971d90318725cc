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
  campaign?: string;
  type?: string;
  idx?: string;
  headers?: HeaderKind;
  json?: boolean;
};

export function registerEvents(program: Command): void {
  const events = program.command('events').description('export recorded events');
  events
    .command('export')
    .description('export events as a CSV file, newest first')
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
    .option(
      '--timezone <name>',
      'time zone for the file and for times without an offset (default: the workspace time zone)',
    )
    .option('--campaign <id>', 'only events for this campaign')
    .option('--type <type>', 'only events of this type: visit, lpclick, event or postback')
    .option('--idx <number>', 'only conversions and custom events with this index, and their postbacks')
    .addOption(headersOption())
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExample: waypost events export --workspace ID --from 2026-11-01 --to 2026-11-16 --out events.csv.gz',
    )
    .action(async ({ workspace, out, json, campaign, headers, ...query }: Options) => {
      requireWorkspaceId(workspace);
      const { exportEvents } = await import('../services/exports/export-events.ts');
      const input = { ...query, ...(campaign === undefined ? {} : { campaignId: campaign }) };
      await withAttribution(async (context) =>
        writeExportFile(out, await exportEvents({ ...context, workspaceId: workspace }, input, { headers })),
      );
      if (out !== '-') printResult({ json }, { file: resolve(out) }, [resolve(out)]);
    });
}
