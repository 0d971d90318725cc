import { OperatorError } from '../../../platform/operator-error.ts';
import { openClickHouse, type ClickHouseClient } from '../client.ts';
import { databaseOf, quoteName, quoteText } from '../names.ts';
import { renderStatements, type Topology } from '../migration-sql.ts';
import { readRecordedLayout, type RecordedLayout } from './recorded-layout.ts';
import { readingDatabase } from './reader.ts';
import { requireWholeCluster } from './require-shards.ts';
import { describeLayout, isSameLayout, shardCondition, type ShardLayout } from './shard-layout.ts';

// Visits after this time are distributed over added shards. Until then, processes with the earlier settings can still
// store their rows, so they can be restarted one by one.
export const growthDelayMs = 10 * 60_000;

const constraint = 'stored_on_the_shard_of_its_visit';

export const shardTables = `
CREATE TABLE IF NOT EXISTS shard_layout {{on_cluster}} (shard UInt32, since_ms UInt64, shards UInt32)
ENGINE = {{engine:MergeTree}} ORDER BY since_ms
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1;

CREATE TABLE IF NOT EXISTS cost_plans {{on_cluster}} (
  batch String, plan String, planned_at DateTime DEFAULT now()
)
ENGINE = {{engine:MergeTree}} ORDER BY batch TTL planned_at + INTERVAL 30 DAY
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, non_replicated_deduplication_window = 10000,
  replicated_deduplication_window = 10000;`;

type ShardServer = { url: string; client: ClickHouseClient };

// Records the layout on every server, adds shards for later visits if there are more addresses than recorded shards,
// and creates the tables that read from all shards. Repeating it completes an interrupted run. The servers must be
// migrated, and the caller must hold the migration lock.
export async function setUpShards(
  urls: readonly string[],
  topology: Topology,
  nowMs: number = Date.now(),
): Promise<void> {
  const { cluster } = topology;
  if (cluster === undefined)
    throw new OperatorError(
      'configuration',
      'Several ClickHouse shards need WAYPOST_CLICKHOUSE_CLUSTER, the name of a cluster in the remote_servers of each server.',
    );
  const servers = urls.map((url) => ({ url, client: openClickHouse(url) }));
  try {
    const recorded = await Promise.all(servers.map(({ client }) => readRecordedLayout(client)));
    const layout = await chooseLayout(servers, recorded, nowMs);
    // New shards come first, so that they are ready before rows are sent to them.
    for (const [shard, server] of [...servers.entries()].toReversed())
      await recordLayout(server, topology, { shard, layout, known: recorded[shard]?.layout ?? [] });
    for (const server of servers) await createReadingTables(server, topology, cluster);
    for (const { url } of servers) await requireWholeCluster(url, servers.length);
  } finally {
    await Promise.all(servers.map(({ client }) => client.close()));
  }
}

async function chooseLayout(
  servers: readonly ShardServer[],
  recorded: readonly (RecordedLayout | undefined)[],
  nowMs: number,
): Promise<ShardLayout> {
  const known = recorded
    .flatMap((found) => (found === undefined ? [] : [found.layout]))
    .reduce<ShardLayout>((longest, layout) => (layout.length > longest.length ? layout : longest), []);
  for (const [at, found] of recorded.entries()) {
    if (found === undefined) continue;
    if (found.shard !== at + 1)
      throw refuse(
        `Server ${at + 1} of WAYPOST_CLICKHOUSE_URL is shard ${found.shard}. List the addresses in the order of the shards.`,
      );
    if (!isSameLayout(found.layout, known.slice(0, found.layout.length)))
      throw refuse(
        `The servers have different shard layouts: ${describeLayout(known)}; ${describeLayout(found.layout)}.`,
      );
  }
  const before = known.at(-1)?.shards ?? 0;
  if (before > servers.length)
    throw refuse(
      `The traffic is distributed over ${before} shards. List all of their addresses in WAYPOST_CLICKHOUSE_URL.`,
    );
  const filled = await Promise.all(servers.map(({ client }) => hasEvents(client)));
  // Without a recorded layout, the first server may contain the traffic of a single server.
  const firstNew = before === 0 ? 1 : before;
  const unexpected = filled.findIndex(
    (isFilled, at) => at >= firstNew && isFilled && recorded[at] === undefined,
  );
  if (unexpected !== -1)
    throw refuse(
      `Server ${unexpected + 1} of WAYPOST_CLICKHOUSE_URL already contains traffic. Use an empty database for a new shard.`,
    );
  if (before === servers.length) return known;
  if (before === 0 && filled[0] !== true) return [{ sinceMs: 0, shards: servers.length }];
  const earlier = before === 0 ? [{ sinceMs: 0, shards: 1 }] : known;
  return [...earlier, { sinceMs: nowMs + growthDelayMs, shards: servers.length }];
}

async function hasEvents(client: ClickHouseClient): Promise<boolean> {
  const result = await client.query({ query: 'SELECT 1 FROM events LIMIT 1', format: 'TabSeparated' });
  return (await result.text()) !== '';
}

async function recordLayout(
  { client }: ShardServer,
  topology: Topology,
  { shard, layout, known }: { shard: number; layout: ShardLayout; known: ShardLayout },
): Promise<void> {
  for (const query of renderStatements(shardTables, topology)) await client.command({ query });
  if (isSameLayout(layout, known)) return;
  // The constraint comes first. From then on, the server stores no row that belongs to another shard.
  await client.command({
    query: `ALTER TABLE events DROP CONSTRAINT IF EXISTS ${constraint},
      ADD CONSTRAINT ${constraint} CHECK ${shardCondition(layout, shard)}`,
  });
  await client.insert({
    table: 'shard_layout',
    values: layout
      .slice(known.length)
      .map(({ sinceMs, shards }) => ({ shard: shard + 1, since_ms: sinceMs, shards })),
    format: 'JSONEachRow',
  });
}

// Recreates the tables each time, because migrations add columns.
async function createReadingTables(
  { url, client }: ShardServer,
  topology: Topology,
  cluster: string,
): Promise<void> {
  for (const query of renderStatements(readingTables(url, cluster), topology))
    await client.command({ query });
}

export function readingTables(url: string, cluster: string): string {
  const [local, reading] = [databaseOf(url), readingDatabase(url)];
  // Without a sharding key, ClickHouse refuses inserts into these tables. They would be acknowledged before they are stored.
  const create = (table: string) => `CREATE OR REPLACE TABLE ${quoteName(reading)}.${table} {{on_cluster}}
    AS ${quoteName(local)}.${table} ENGINE = Distributed(${quoteText(cluster)}, ${quoteText(local)}, '${table}')`;
  return [
    `CREATE DATABASE IF NOT EXISTS ${quoteName(reading)} {{on_cluster}}`,
    create('events'),
    create('shard_layout'),
  ].join(';\n');
}

function refuse(message: string): OperatorError {
  return new OperatorError('configuration', message);
}
