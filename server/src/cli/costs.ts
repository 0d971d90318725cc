import { Option, type Command } from 'commander';
import { costEntryModes, type CostEntry, type CostEntryMode } from '@waypost/contract/conversions/costs.ts';
import type { UploadReport } from '../services/uploads/upload-progress.ts';
import type { CostUploadOptions } from '../services/uploads/upload-costs.ts';
import { describeUpload, runUploadWithProgress, readCsvFile } from './csv-file.ts';
import { countOf, formatTable, printResult } from './output.ts';
import { requireWorkspaceId } from './require-workspace-id.ts';
import { withServices } from './with-services.ts';
import { withTraffic } from './with-traffic.ts';
import { workspaceOption } from './workspace-option.ts';

type ImportOptions = {
  workspace: string;
  dryRun?: true;
  mode: CostEntryMode;
  withdrawOverlapping?: true;
  wait: boolean;
  report?: string;
  json?: boolean;
};
type ListOptions = { workspace: string; campaign?: string; status?: string; limit?: string; json?: boolean };
type WithdrawOptions = { workspace: string; id: string; wait: boolean; json?: boolean };

export function registerCosts(program: Command): void {
  const costs = program.command('costs').description('import, list and reverse costs');
  registerImport(costs);
  registerList(costs);
  registerWithdraw(costs);
}

function registerImport(costs: Command): void {
  costs
    .command('import')
    .description(
      'import costs from a CSV file, one entry per line, and distribute them over the matching visits',
    )
    .argument('<file>', 'CSV file, or - for standard input')
    .addOption(workspaceOption())
    .option('--dry-run', 'check the file without importing anything')
    .addOption(
      new Option('--mode <mode>', 'mode for lines that do not set one')
        .choices(costEntryModes)
        .default('add'),
    )
    .option('--withdraw-overlapping', 'reverse existing entries that overlap with imported lines')
    .option('--no-wait', 'do not wait; a worker distributes the costs')
    .option('--report <file>', 'write rejected lines to this file')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample: waypost costs import --workspace ID costs.csv --dry-run')
    .action(async (file: string, options: ImportOptions) => {
      requireWorkspaceId(options.workspace);
      const done = await importFile(file, options);
      printResult(options, done, [...describeUpload(done), ...done.entries.map(describeEntry)]);
    });
}

async function importFile(
  file: string,
  { workspace, dryRun, mode, withdrawOverlapping, wait, report, json }: ImportOptions,
): Promise<UploadReport & { entries: CostEntry[] }> {
  const { uploadCosts } = await import('../services/uploads/upload-costs.ts');
  return await withTraffic(async (base) => {
    const context = { ...base, workspaceId: workspace };
    const ids: string[] = [];
    const onEntered: CostUploadOptions['onEntered'] = (id, replaced) => void ids.push(...replaced, id);
    const options = {
      dryRun,
      mode,
      withdrawOverlapping,
      onEntered,
    };
    const done = await runUploadWithProgress({ json, report }, (listener) =>
      uploadCosts(context, readCsvFile(file), { ...listener, ...options }),
    );
    return { ...done, entries: wait ? await waitForEntries(context, ids) : [] };
  });
}

function registerList(costs: Command): void {
  costs
    .command('list')
    .description('list cost entries, newest first')
    .addOption(workspaceOption())
    .option('--campaign <id>', 'only entries for this campaign')
    .option(
      '--status <status>',
      'only entries with this status: pending, spread, withdrawing, withdrawn or failed',
    )
    .option('--limit <number>', 'maximum number of entries, up to 500')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample: waypost costs list --workspace ID --status failed')
    .action(async ({ workspace, campaign, status, limit, json }: ListOptions) => {
      requireWorkspaceId(workspace);
      const { listCostEntries } = await import('../services/costs/cost-entries.ts');
      const filter = { campaignId: campaign, status, limit };
      const page = await withServices((context) =>
        listCostEntries({ ...context, workspaceId: workspace }, filter),
      );
      const rows = page.items.map(listCells);
      const header = ['Id', 'Campaign', 'From', 'To', 'Amount', 'Mode', 'Replaced', 'Status', 'Visits'];
      printResult({ json }, page, formatTable(header, rows));
    });
}

function registerWithdraw(costs: Command): void {
  costs
    .command('withdraw')
    .description('reverse a cost entry on all its visits')
    .addOption(workspaceOption())
    .requiredOption('--id <entry>', 'cost entry ID')
    .option('--no-wait', 'do not wait; a worker reverses the entry')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample: waypost costs withdraw --workspace ID --id ENTRY')
    .action(async ({ workspace, id, wait, json }: WithdrawOptions) => {
      requireWorkspaceId(workspace);
      const { withdrawCostEntry } = await import('../services/costs/cost-entries.ts');
      const entry = await withTraffic(async (base) => {
        const context = { ...base, workspaceId: workspace };
        const started = await withdrawCostEntry(context, id);
        return wait ? ((await waitForEntries(context, [started.id])).at(-1) ?? started) : started;
      });
      printResult({ json }, entry, [describeEntry(entry)]);
    });
}

async function waitForEntries(
  context: Parameters<typeof import('../services/costs/wait-for-costs.ts').waitForCosts>[0],
  ids: readonly string[],
): Promise<CostEntry[]> {
  const { waitForCosts } = await import('../services/costs/wait-for-costs.ts');
  const last = new Map<string, CostEntry>();
  await waitForCosts(context, ids, (entry) => {
    const before = last.get(entry.id);
    last.set(entry.id, entry);
    const { done = 0, parts = 0 } = entry.progress ?? {};
    if (parts > 1 && before?.progress?.done !== done)
      process.stderr.write(`${entry.id}: ${done} of ${parts} parts\n`);
  });
  return [...last.values()];
}

function describeEntry({ id, status, mode, amount, currency, ...entry }: CostEntry): string {
  const { visits, takenOut, reason } = entry;
  const on = visits === null ? '' : ` on ${countOf(visits, 'visit')}`;
  const replaced = takenOut === null ? '' : `, replacing ${takenOut}`;
  return `${id}  ${status}  ${mode} ${amount} ${currency}${on}${replaced}${reason === null ? '' : `: ${reason}`}`;
}

function listCells(entry: CostEntry): string[] {
  const { id, campaignName, from, to, amount, currency, mode, takenOut, status, visits } = entry;
  const cells = [id, campaignName, from, to, `${amount} ${currency}`, mode, takenOut ?? '', status];
  return [...cells, visits === null ? '' : String(visits)];
}
