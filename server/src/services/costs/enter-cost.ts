import { costEntryInput, type CostEntry } from '@waypost/contract/conversions/costs.ts';
import { isSameScope, mayShareVisits } from '../../domain/costs/allot-cost.ts';
import { WaypostError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import {
  beginCostWithdrawal,
  insertCostEntry,
  listActiveCostEntries,
  type CostEntryRow,
} from '../../store/costs/cost-entries.ts';
import type { Executor } from '../../store/database/database.ts';
import { lockCampaigns } from '../../store/records/campaigns.ts';
import { actorColumns, recordChange, recordChanges } from '../audit/record-change.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { invalidInput, parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import type { WithTraffic } from '../tools.ts';
import { getWorkspaceSettings } from '../workspaces/workspace-settings.ts';
import { getCostEntry } from './cost-entries.ts';
import { asConflict, costConflict, costProblem, type CostProblem } from './cost-verdicts.ts';
import { draftCost, type CostDraft } from './draft-cost.ts';
import { listLaterReplacements, scopeOf } from './later-replacements.ts';

export type EnteredCost = { verdict: 'entered'; id: string; replaced: string[] };

type ConflictOptions = {
  withdrawOverlapping: boolean;
  /** IDs of entries from the same file. These entries are neither reversed nor replaced. */
  keep?: ReadonlySet<string>;
};

/**
 * Creates the entry unless other entries conflict with it. Entries of a campaign are created one after the other, so
 * that each creation sees all earlier entries.
 */
export async function enterCost(
  executor: Executor,
  context: WorkspaceContext,
  draft: CostDraft,
  { withdrawOverlapping, keep = new Set() }: ConflictOptions,
): Promise<EnteredCost | CostProblem> {
  const { workspaceId, actor } = context;
  const { campaignId, fromMs, untilMs } = draft;
  const [campaign] = await lockCampaigns(executor, workspaceId, [campaignId]);
  if (campaign === undefined) return costProblem('unknown-campaign');
  const period = { fromAt: new Date(fromMs), untilAt: new Date(untilMs) };
  const active = await listActiveCostEntries(executor, workspaceId, { campaignId, ...period });
  const overlapping = active.filter((entry) => mayShareVisits(scopeOf(entry), draft));
  const same = findSame(overlapping, draft);
  if (same !== undefined) return costConflict('duplicate', [same]);
  const conflicting = listConflicting(overlapping, draft, keep);
  const ids = conflicting.map((entry) => entry.id);
  const isRefused = !withdrawOverlapping || ids.some((id) => keep.has(id));
  if (ids.length > 0 && isRefused) return costConflict('overlap', conflicting);
  for (const entry of conflicting) {
    const later = (await listLaterReplacements(executor, entry)).filter(({ id }) => !ids.includes(id));
    if (later.length > 0) return costConflict('replaced', later);
  }
  const id = newId();
  const now = context.now();
  await insertCostEntry(executor, workspaceId, {
    ...draft,
    ...period,
    id,
    createdAt: now,
    ...actorColumns(actor),
  });
  const replaced =
    ids.length === 0 ? [] : await beginCostWithdrawal(executor, workspaceId, ids, { now, replacedBy: id });
  await recordChange(executor, workspaceId, actor, {
    action: 'cost.create',
    subjectId: id,
    details: describe(draft, replaced),
  });
  await recordChanges(
    executor,
    context,
    replaced.map((subjectId) => ({ action: 'cost.withdraw', subjectId })),
  );
  return { verdict: 'entered', id, replaced };
}

/**
 * Finds an identical entry. In replace mode, only the latest entry can be a duplicate: after 10 and then 12, another 10
 * is a change.
 */
function findSame(overlapping: readonly CostEntryRow[], draft: CostDraft): CostEntryRow | undefined {
  const sameMode = overlapping.filter(({ mode }) => mode === draft.mode);
  return (draft.mode === 'replace' ? sameMode.slice(-1) : sameMode).find((entry) =>
    isSameEntry(entry, draft),
  );
}

/**
 * Lists entries that conflict with the draft. Adding costs to charged visits would charge them twice, while corrections
 * are meant to overlap. A replacement conflicts only with entries from the same file, because it must not undo an
 * earlier line.
 */
function listConflicting(
  overlapping: readonly CostEntryRow[],
  { mode }: CostDraft,
  keep: ReadonlySet<string>,
): CostEntryRow[] {
  if (mode === 'correct') return [];
  const charges = overlapping.filter((entry) => entry.mode !== 'correct');
  return mode === 'add' ? charges : charges.filter(({ id }) => keep.has(id));
}

function isSameEntry(entry: CostEntryRow, draft: CostDraft): boolean {
  return (
    isSameScope(scopeOf(entry), draft) &&
    entry.originalAmount === draft.originalAmount &&
    entry.originalCurrency === draft.originalCurrency
  );
}

function describe(
  { campaignId, fromMs, untilMs, tokens, mode, originalAmount, originalCurrency }: CostDraft,
  replaced: string[],
): Record<string, unknown> {
  return {
    campaignId,
    from: new Date(fromMs).toISOString(),
    to: new Date(untilMs - 1).toISOString(),
    tokens,
    mode,
    amount: originalAmount,
    currency: originalCurrency,
    ...(replaced.length === 0 ? {} : { replaced }),
  };
}

export async function createCostEntry(
  context: WorkspaceContext & WithTraffic,
  input: unknown,
): Promise<CostEntry> {
  requirePermission(context.actor, 'costs.write');
  const given = parseInput(costEntryInput, input);
  const draft = await draftCost(context, await getWorkspaceSettings(context), given);
  if ('verdict' in draft) throw asError(draft);
  const entered = await inWorkspace(context, (executor) =>
    enterCost(executor, context, draft, { withdrawOverlapping: given.withdrawOverlapping === true }),
  );
  if (!('id' in entered)) throw asError(entered);
  return await getCostEntry(context, entered.id);
}

function asError(problem: CostProblem): WaypostError {
  const { verdict, message } = problem;
  if (verdict === 'invalid') {
    const [, path = '', text = message] = /^(\w+): (.*)$/s.exec(message) ?? [];
    return invalidInput([{ path, message: text }]);
  }
  if (verdict === 'open-period') return invalidInput([{ path: 'to', message }]);
  if (verdict === 'unknown-currency') return invalidInput([{ path: 'currency', message }]);
  if (verdict === 'unknown-campaign') return new WaypostError('NOT_FOUND', 'Campaign not found');
  return asConflict(problem);
}
