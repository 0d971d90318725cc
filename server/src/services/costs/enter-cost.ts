import { costEntryInput, type CostEntry } from '@waypost/contract/costs.ts';
import { isSameScope, mayShareVisits, type CostScope } from '../../domain/costs/allot-cost.ts';
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
import { recordChange, recordChanges } from '../audit/record-change.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { invalidInput, parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { getWorkspaceSettings } from '../workspaces/workspace-settings.ts';
import { getCostEntry } from './cost-entries.ts';
import { costProblem, type CostProblem } from './cost-verdicts.ts';
import { draftCost, type CostDraft } from './draft-cost.ts';

export type EnteredCost = { verdict: 'entered'; id: string; replaced: string[] };

type CostReplacement = {
  /** Whether entries that lie on some of the same visits are withdrawn. */
  replace: boolean;
  /** Entries that `replace` never withdraws: lines of one file must not replace each other. */
  keep?: ReadonlySet<string>;
};

/**
 * Makes the entry, unless others lie on some of its visits. Two entries of one campaign come one after the other, so
 * that each sees the one before it.
 */
export async function enterCost(
  executor: Executor,
  context: WorkspaceContext,
  draft: CostDraft,
  { replace, keep }: CostReplacement,
): Promise<EnteredCost | CostProblem> {
  const { workspaceId, actor } = context;
  const { campaignId, fromMs, untilMs } = draft;
  const [campaign] = await lockCampaigns(executor, workspaceId, [campaignId]);
  if (campaign === undefined) return costProblem('unknown-campaign');
  const period = { fromAt: new Date(fromMs), untilAt: new Date(untilMs) };
  const active = await listActiveCostEntries(executor, workspaceId, { campaignId, ...period });
  const inTheWay = active.filter((entry) => mayShareVisits(scopeOf(entry), draft));
  if (inTheWay.some((entry) => isTheSame(entry, draft))) return costProblem('duplicate');
  const ids = inTheWay.map((entry) => entry.id);
  const isRefused = !replace || ids.some((id) => keep?.has(id));
  if (ids.length > 0 && isRefused) return { ...costProblem('overlap'), overlapping: ids };
  const id = newId();
  const now = context.now();
  await insertCostEntry(executor, workspaceId, {
    ...draft,
    ...period,
    id,
    createdAt: now,
    actorType: actor.type,
    actorId: 'id' in actor ? actor.id : null,
    actorLabel: actor.label,
  });
  const replaced =
    ids.length === 0 ? [] : await beginCostWithdrawal(executor, workspaceId, ids, { now, replacedBy: id });
  await recordChange(executor, workspaceId, actor, {
    action: 'cost.create',
    subjectId: id,
    details: describe(draft, replaced),
  });
  await recordChanges(executor, context, 'cost.withdraw', replaced);
  return { verdict: 'entered', id, replaced };
}

function scopeOf({ fromAt, untilAt, tokens }: CostEntryRow): CostScope {
  return { fromMs: fromAt.getTime(), untilMs: untilAt.getTime(), tokens };
}

function isTheSame(entry: CostEntryRow, draft: CostDraft): boolean {
  return (
    isSameScope(scopeOf(entry), draft) &&
    entry.originalAmount === draft.originalAmount &&
    entry.originalCurrency === draft.originalCurrency
  );
}

function describe(
  { campaignId, fromMs, untilMs, tokens, originalAmount, originalCurrency }: CostDraft,
  replaced: string[],
): Record<string, unknown> {
  return {
    campaignId,
    from: new Date(fromMs).toISOString(),
    to: new Date(untilMs - 1).toISOString(),
    tokens,
    amount: originalAmount,
    currency: originalCurrency,
    ...(replaced.length === 0 ? {} : { replaced }),
  };
}

/** Enters one amount; a worker spreads it over its visits. */
export async function createCostEntry(context: WorkspaceContext, input: unknown): Promise<CostEntry> {
  requirePermission(context.actor, 'costs.write');
  const given = parseInput(costEntryInput, input);
  const draft = await draftCost(context, await getWorkspaceSettings(context), given);
  if ('verdict' in draft) throw asError(draft);
  const entered = await inWorkspace(context, (executor) =>
    enterCost(executor, context, draft, { replace: given.replace === true }),
  );
  if (!('id' in entered)) throw asError(entered);
  return await getCostEntry(context, entered.id);
}

function asError({ verdict, message, overlapping }: CostProblem): WaypostError {
  if (verdict === 'invalid') {
    const [, path = '', text = message] = /^(\w+): (.*)$/s.exec(message) ?? [];
    return invalidInput([{ path, message: text }]);
  }
  if (verdict === 'open-period') return invalidInput([{ path: 'to', message }]);
  if (verdict === 'unknown-currency') return invalidInput([{ path: 'currency', message }]);
  if (verdict === 'unknown-campaign') return new WaypostError('NOT_FOUND', 'there is no such campaign');
  return new WaypostError('CONFLICT', message, {
    details: { verdict, ...(overlapping === undefined ? {} : { overlapping }) },
  });
}
