import { openClickHouse, type ClickHouseClient } from '../client.ts';
import { databaseOf } from '../names.ts';

// Database whose tables have the same names as the tables of a shard and read from all shards.
export function readingDatabase(url: string): string {
  return `${databaseOf(url)}_all`;
}

// Opens a client that reads from all shards through one of them. A query fails if a shard is unavailable.
export function openReader(url: string, options: { requestTimeoutMs?: number } = {}): ClickHouseClient {
  const parsed = new URL(url);
  parsed.pathname = `/${encodeURIComponent(readingDatabase(url))}`;
  return openClickHouse(parsed.href, {
    ...options,
    settings: {
      skip_unavailable_shards: 0,
      // All rows of a visit are on one shard, so each shard evaluates subqueries on its own rows. Subqueries that need
      // the rows of all shards are marked as GLOBAL.
      distributed_product_mode: 'local',
      // A shard that works reports progress several times a second, however long the query takes.
      receive_timeout: 10,
    },
  });
}

// Returns the numbers of the shards that the cluster consists of.
export async function readShardNumbers(reader: ClickHouseClient): Promise<number[]> {
  const result = await reader.query({
    query: 'SELECT any(shard) AS number FROM shard_layout GROUP BY _shard_num ORDER BY number',
    format: 'JSONEachRow',
  });
  return (await result.json<{ number: number }>()).map(({ number }) => number);
}
