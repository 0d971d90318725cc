import type { Completion, ErasureResult, RowsToComplete } from '../../traffic-store.ts';
import type { ClickHouseClient } from '../client.ts';
import { completeClicks } from '../complete-clicks.ts';

// Completes rows on each shard, because a row and its visit are on the same shard.
export async function completeShardedClicks(
  clients: readonly ClickHouseClient[],
  rows: RowsToComplete,
): Promise<Completion> {
  const results = await Promise.all(clients.map((client) => completeClicks(client, rows)));
  const corrections = results
    .flatMap((result) => result.corrections)
    .toSorted((one, other) => one.timeMs - other.timeMs)
    .slice(0, rows.rowsMax);
  return { completed: 0, corrections };
}

export function joinErasures(results: readonly ErasureResult[]): ErasureResult {
  return {
    found: new Set(results.flatMap(({ found }) => [...found])),
    problem: results.find(({ problem }) => problem !== undefined)?.problem,
  };
}
