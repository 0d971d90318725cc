import type { CostEntryMode } from '@waypost/contract/conversions/costs.ts';
import type { UploadLine } from '@waypost/contract/conversions/file-uploads.ts';
import type { Executor } from '../../store/database/database.ts';
import { lockCampaigns } from '../../store/records/campaigns.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import type { WithTraffic } from '../tools.ts';
import { readCsvLines, type CsvGroup, type CsvSource } from './read-csv-lines.ts';
import {
  refusedLine,
  takenLine,
  UploadProgress,
  type KeepLines,
  type UploadListener,
  type UploadReport,
} from './upload-progress.ts';
import { getWorkspaceSettings } from '../workspaces/workspace-settings.ts';
import type { CostProblem } from '../costs/cost-verdicts.ts';
import { draftCost, type CostDraft } from '../costs/draft-cost.ts';
import { enterCost, type EnteredCost } from '../costs/enter-cost.ts';
import { costColumns, readCostLine, type CostField } from './read-cost-line.ts';

export type CostUploadOptions = UploadListener & {
  dryRun?: boolean | undefined;
  mode?: CostEntryMode | undefined;
  withdrawOverlapping?: boolean | undefined;
  onEntered?: (id: string, replaced: string[]) => void;
  rename?: Readonly<Record<string, string | null>> | undefined;
  keep?: KeepLines | undefined;
};

const groupLines = 100;
const format = {
  columns: costColumns,
  required: ['campaign', 'from', 'amount'],
  isStrict: true,
  groupLines,
} as const;

class DryRunEnd extends Error {}

type Draft = { line: number; draft: CostDraft | CostProblem };

/**
 * Creates one entry per line. Invalid lines are reported and skipped. Uploading the same file again changes nothing.
 */
export async function uploadCosts(
  context: WorkspaceContext & WithTraffic,
  source: CsvSource,
  options: CostUploadOptions = {},
): Promise<UploadReport> {
  requirePermission(context.actor, 'costs.write');
  const settings = await getWorkspaceSettings(context);
  const dryRun = options.dryRun === true;
  const progress = new UploadProgress(dryRun, options);
  const entered = new Set<string>();
  const others = { dryRun, withdrawOverlapping: options.withdrawOverlapping === true, keep: entered };
  for await (const group of readCsvLines(source, { ...format, rename: options.rename })) {
    const drafts = await draftGroup(context, { settings, mode: options.mode ?? 'add' }, group);
    const keep = async (found: readonly Outcome[], executor?: Executor) => {
      const lines = listLines(drafts, found, dryRun);
      await options.keep?.(lines, progress.countsWith(lines), executor);
    };
    const outcomes = await enterGroup(context, drafts, { ...others, keepLines: keep });
    for (const line of listLines(drafts, outcomes, dryRun)) progress.add(line);
    for (const outcome of outcomes)
      if ('id' in outcome && !dryRun) options.onEntered?.(outcome.id, outcome.replaced);
    progress.notify();
  }
  return progress.report();
}

type Outcome = EnteredCost | CostProblem;

function listLines(drafts: readonly Draft[], outcomes: readonly Outcome[], dryRun: boolean): UploadLine[] {
  return outcomes.map((outcome, at) => {
    const line = drafts[at]?.line ?? 0;
    if ('id' in outcome) return takenLine(line, 'entered', { recordId: dryRun ? null : outcome.id });
    return refusedLine({ line, verdict: outcome.verdict, message: outcome.message });
  });
}

async function draftGroup(
  context: WorkspaceContext & WithTraffic,
  { settings, mode }: { settings: Parameters<typeof draftCost>[1]; mode: CostEntryMode },
  { header, records }: CsvGroup<CostField>,
): Promise<Draft[]> {
  const drafts: Draft[] = [];
  for (const record of records) {
    const read = readCostLine(record, header, mode);
    const draft = 'verdict' in read ? read : await draftCost(context, settings, read);
    drafts.push({ line: record.line, draft });
  }
  return drafts;
}

type GroupOptions = {
  dryRun: boolean;
  withdrawOverlapping: boolean;
  keep: Set<string>;
  keepLines: (outcomes: readonly Outcome[], executor?: Executor) => Promise<void>;
};

/** Enters a group of lines in one transaction, so that later lines see earlier lines even in a dry run. */
async function enterGroup(
  context: WorkspaceContext,
  drafts: readonly Draft[],
  { dryRun, keepLines, ...others }: GroupOptions,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const enterOne = async (executor: Executor, draft: CostDraft | CostProblem) => {
    if ('verdict' in draft) return draft;
    const outcome = await enterCost(executor, context, draft, others);
    // Later lines must not reverse the entry of this line, even if the entry existed before the upload.
    if ('id' in outcome) others.keep.add(outcome.id);
    else if (outcome.verdict === 'duplicate') for (const id of outcome.overlapping ?? []) others.keep.add(id);
    return outcome;
  };
  const enterAll = async (executor: Executor) => {
    // The campaigns are locked together in a fixed order, so that two files with the same campaigns cannot deadlock.
    const campaignIds = drafts.flatMap(({ draft }) => ('verdict' in draft ? [] : [draft.campaignId]));
    await lockCampaigns(executor, context.workspaceId, campaignIds);
    for (const { draft } of drafts) outcomes.push(await enterOne(executor, draft));
    if (dryRun) throw new DryRunEnd();
    await keepLines(outcomes, executor);
  };
  try {
    await inWorkspace(context, enterAll);
  } catch (error) {
    if (!(error instanceof DryRunEnd)) throw error;
    await keepLines(outcomes);
  }
  return outcomes;
}
