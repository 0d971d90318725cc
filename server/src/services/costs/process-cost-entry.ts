import { addDecimals, negateDecimal, normalizeDecimal } from '../../domain/money/decimal.ts';
import type { CostEntryRow, CostPart } from '../../store/costs/cost-entries.ts';
import {
  beginCostPart,
  claimCostEntry,
  failCostEntry,
  finishCostSpread,
  finishCostWithdrawal,
  postponeCostEntry,
  renewCostLease,
  saveCostPart,
  saveCostPlan,
  type CostEntryFilter,
} from '../../store/costs/cost-work.ts';
import type { CostBatch, CostMatch, TrafficStore } from '../../traffic/traffic-store.ts';
import { asSystem, type ServiceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { costVerdicts } from './cost-verdicts.ts';
import { planCost } from './plan-cost.ts';

export type CostWork = ServiceContext & {
  traffic: TrafficStore;
  partVisits?: number;
};

// A short lease is safe: if two workers process the same entry, their batches have the same names, so they only repeat
// work.
const leaseMs = 5_000;
// Replacing costs takes several times as long as adding costs, because all rows of the visits are read and summed.
const replacedShare = 4;

/**
 * Distributes or reverses one waiting entry and returns its ID, or undefined if no entry is waiting. If the work fails,
 * postpones the entry and throws.
 */
export async function processCostEntry(work: CostWork, only?: CostEntryFilter): Promise<string | undefined> {
  requirePermission(work.actor, 'costs.spread');
  const entry = await asSystem(work, (executor) => claimCostEntry(executor, leaseMs, only));
  if (entry === undefined) return undefined;
  try {
    if (entry.status === 'pending') await spreadEntry(work, entry);
    else await reverseEntry(work, entry);
  } catch (error) {
    await asSystem(work, (executor) => postponeCostEntry(executor, entry));
    throw error;
  }
  return entry.id;
}

async function spreadEntry(work: CostWork, entry: CostEntryRow): Promise<void> {
  const parts = entry.parts ?? (await fixParts(work, entry));
  if (parts === undefined) return;
  let visits = parts.slice(0, entry.partsDone).reduce((sum, { rows = 0 }) => sum + rows, 0);
  for (const [index, part] of parts.entries()) {
    if (index < entry.partsDone) continue;
    const times = { leaseMs, insertMs: work.traffic.costWriteMsMax };
    if (!(await asSystem(work, (executor) => beginCostPart(executor, entry, times)))) return;
    const written = await spreadPart(work, entry, { index, part });
    if (written.rows === 0)
      return await fail(work, entry, 'The visits were deleted before the cost was distributed.');
    await asSystem(work, (executor) => saveCostPart(executor, entry, { index, ...written }));
    visits += written.rows;
  }
  await asSystem(work, (executor) => finishCostSpread(executor, entry, visits));
}

async function fixParts(work: CostWork, entry: CostEntryRow): Promise<CostPart[] | undefined> {
  const { costVisitsMax } = work.traffic;
  const visitsMax = entry.mode === 'replace' ? Math.ceil(costVisitsMax / replacedShare) : costVisitsMax;
  const parts = await planCost(work.traffic, matchOf(entry), entry.amount, work.partVisits ?? visitsMax);
  if (parts.length > 0) return await asSystem(work, (executor) => saveCostPlan(executor, entry, parts));
  await fail(work, entry, costVerdicts['no-visits']);
  return undefined;
}

/**
 * Distributes part of the amount and returns the number of rows. The rows sum to the exact amount or, in replace mode,
 * to the amount minus the replaced costs. The replaced costs are also returned, because they cannot be computed
 * afterward.
 */
async function spreadPart(
  { traffic }: CostWork,
  entry: CostEntryRow,
  { index, part }: { index: number; part: CostPart },
): Promise<{ rows: number; takenOut?: string }> {
  const match = matchOf(entry, part);
  const batch = spreadBatch(entry, index);
  const replaces = entry.mode === 'replace';
  await traffic.distributeCost(match, { amount: part.amount, replaces }, batch);
  const { visits: rows, cost } = await traffic.readCostRows(match, batch);
  const takenOut = addDecimals(part.amount, negateDecimal(normalizeDecimal(cost)));
  if (replaces) return { rows, takenOut };
  if (rows > 0 && takenOut !== '0')
    throw new Error(`cost batch ${batch.batch} sums to ${cost} instead of ${part.amount}`);
  return { rows };
}

async function reverseEntry(work: CostWork, entry: CostEntryRow): Promise<void> {
  const { traffic } = work;
  for (const [index, part] of (entry.parts ?? []).entries()) {
    await asSystem(work, (executor) => renewCostLease(executor, entry, leaseMs));
    const match = matchOf(entry, part);
    const [spread, withdrawn] = [spreadBatch(entry, index), withdrawnBatch(entry, index)];
    if ((await traffic.readCostRows(match, spread)).visits === 0) continue;
    await traffic.reverseCost(match, spread, withdrawn);
    if ((await traffic.readCostRows(match, withdrawn)).visits === 0)
      throw new Error(`cost batch ${withdrawn.batch} was not stored`);
  }
  await asSystem(work, (executor) => finishCostWithdrawal(executor, entry));
}

async function fail(work: CostWork, entry: CostEntryRow, reason: string): Promise<void> {
  await asSystem(work, (executor) => failCostEntry(executor, entry, { reason, now: work.now() }));
}

export function matchOf(entry: CostEntryRow, part?: CostPart): CostMatch {
  const { workspaceId, campaignId, tokens, fromAt, untilAt } = entry;
  const { fromMs, untilMs } = part ?? { fromMs: fromAt.getTime(), untilMs: untilAt.getTime() };
  return { workspaceId, campaignId, fromMs, untilMs, tokens };
}

export function spreadBatch({ id, createdAt }: CostEntryRow, index: number): CostBatch {
  return { batch: `cost-${id}-${index}`, entryId: id, kind: 'cost-entry', timeMs: createdAt.getTime() };
}

export function withdrawnBatch({ id, createdAt, withdrawnAt }: CostEntryRow, index: number): CostBatch {
  const timeMs = (withdrawnAt ?? createdAt).getTime();
  return { batch: `cost-${id}-${index}-withdrawn`, entryId: id, kind: 'cost-withdrawn', timeMs };
}
