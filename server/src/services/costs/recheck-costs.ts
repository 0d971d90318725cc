import type { CostEntryRow } from '../../store/costs/cost-entries.ts';
import { listRecentCosts, repeatCostEntry } from '../../store/costs/cost-work.ts';
import { asSystem } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { matchOf, spreadBatch, withdrawnBatch, type CostWork } from './process-cost-entry.ts';

const dayMs = 86_400_000;
const entriesMax = 10_000;

/**
 * Repeats entries from the last day whose rows the traffic store lost when it was restored from an older backup. A
 * restore loses the newest rows, so the search ends at the first entry whose rows still exist. Returns the number of
 * repeated entries.
 */
export async function recheckCosts(work: CostWork): Promise<number> {
  requirePermission(work.actor, 'costs.spread');
  const since = new Date(work.now().getTime() - dayMs);
  const entries = await asSystem(work, (executor) => listRecentCosts(executor, since, entriesMax));
  let repeated = 0;
  for (const entry of entries) {
    const state = await findRows(work, entry);
    if (state === 'there') break;
    if (state === 'without-visits') continue;
    await asSystem(work, (executor) => repeatCostEntry(executor, entry));
    repeated += 1;
  }
  return repeated;
}

/**
 * Returns whether the rows of the entry exist. `without-visits` means that the visits are deleted or still in the
 * spool.
 */
async function findRows(
  { traffic }: CostWork,
  entry: CostEntryRow,
): Promise<'there' | 'lost' | 'without-visits'> {
  const index = (entry.parts ?? []).length - 1;
  const part = entry.parts?.[index];
  if (part === undefined) return 'without-visits';
  const match = matchOf(entry, part);
  const batch = entry.status === 'spread' ? spreadBatch(entry, index) : withdrawnBatch(entry, index);
  if ((await traffic.readCostRows(match, batch)).visits > 0) return 'there';
  return (await traffic.countVisits(match, 1)).length > 0 ? 'lost' : 'without-visits';
}
