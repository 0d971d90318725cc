import { mayShareVisits, type CostScope } from '../../domain/costs/allot-cost.ts';
import { listActiveCostEntries, type CostEntryRow } from '../../store/costs/cost-entries.ts';
import type { Executor } from '../../store/database/database.ts';

export function scopeOf({ fromAt, untilAt, tokens }: CostEntryRow): CostScope {
  return { fromMs: fromAt.getTime(), untilMs: untilAt.getTime(), tokens };
}

/**
 * Lists later entries that replaced the cost of the entry. If such an entry exists, reversing the earlier entry would
 * subtract its amount twice. The caller has locked the campaign, so that no entry can be added at the same time.
 */
export async function listLaterReplacements(
  executor: Executor,
  entry: CostEntryRow,
): Promise<CostEntryRow[]> {
  const active = await listActiveCostEntries(executor, entry.workspaceId, entry);
  return active.filter(
    (other) =>
      other.mode === 'replace' && other.place > entry.place && mayShareVisits(scopeOf(other), scopeOf(entry)),
  );
}
