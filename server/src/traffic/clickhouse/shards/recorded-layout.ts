import type { ClickHouseClient } from '../client.ts';
import type { LayoutEntry, ShardLayout } from './shard-layout.ts';

// The layout that a server has recorded, and the number of its own shard, which starts at 1.
export type RecordedLayout = { shard: number; layout: ShardLayout };

export async function readRecordedLayout(client: ClickHouseClient): Promise<RecordedLayout | undefined> {
  try {
    // A crash between the insert and its response can leave a duplicate row.
    const result = await client.query({
      query: `SELECT DISTINCT shard, toFloat64(since_ms) AS sinceMs, shards FROM shard_layout ORDER BY since_ms`,
      format: 'JSONEachRow',
    });
    const rows = await result.json<LayoutEntry & { shard: number }>();
    const [first] = rows;
    return first && { shard: first.shard, layout: rows.map(({ sinceMs, shards }) => ({ sinceMs, shards })) };
  } catch (error) {
    if (/^UNKNOWN_(?:TABLE|DATABASE)$/.test((error as { type?: string }).type ?? '')) return undefined;
    throw error;
  }
}

// Returns why a server cannot be the shard that the settings say it is, or undefined if it can.
export function findLayoutProblem(
  recorded: RecordedLayout | undefined,
  { shard, count }: { shard: number; count: number },
): string | undefined {
  if (recorded === undefined)
    return count === 1
      ? undefined
      : `ClickHouse server ${shard} of WAYPOST_CLICKHOUSE_URL has not been set up as a shard. Run \`waypost migrate\`.`;
  const shards = recorded.layout.at(-1)?.shards;
  if (shards !== count)
    return `WAYPOST_CLICKHOUSE_URL lists ${count} of ${shards} shards. List the addresses of all shards in their order.`;
  if (recorded.shard !== shard)
    return `ClickHouse server ${shard} of WAYPOST_CLICKHOUSE_URL is shard ${recorded.shard}. List the addresses in the order of the shards.`;
  return undefined;
}
