import { mayShareVisits, type CostScope } from '../../domain/costs/allot-cost.ts';
import { listActiveCostEntries, type CostEntryRow } from '../../store/costs/cost-entries.ts';
import type { Executor } from '../../store/database/database.ts';

export function scopeOf({ fromAt, untilAt, tokens }: CostEntryRow): CostScope {
  return { fromMs: fromAt.getTime(), untilMs: untilAt.getTime(), tokens };
}

/**
 * Entries that came after this one and took what it charges out of their visits, or will: taken back as well, it would be
 * missing twice. The campaign is locked by then, so that none comes meanwhile.
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
