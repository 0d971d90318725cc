import { OperatorError } from '../../../platform/operator-error.ts';
import { openClickHouse, type ClickHouseClient } from '../client.ts';
import { findLayoutProblem, readRecordedLayout } from './recorded-layout.ts';
import { openReader, readShardNumbers } from './reader.ts';
import { countShards, describeLayout, isSameLayout } from './shard-layout.ts';

// Throws unless the servers are all shards of one layout, in their order, and read from each other.
export async function requireShards(urls: readonly string[]): Promise<void> {
  const clients = urls.map((url) => openClickHouse(url));
  try {
    const recorded = await Promise.all(clients.map(readRecordedLayout));
    for (const [at, found] of recorded.entries()) {
      const problem = findLayoutProblem(found, { shard: at + 1, count: urls.length });
      if (problem !== undefined) throw new OperatorError('configuration', problem);
    }
    const [first, ...others] = recorded;
    for (const other of others)
      if (first !== undefined && other !== undefined && !isSameLayout(first.layout, other.layout))
        throw new OperatorError(
          'configuration',
          `The ClickHouse servers have different shard layouts: ${describeLayout(first.layout)}; ${describeLayout(other.layout)}. Run \`waypost migrate\`.`,
        );
  } finally {
    await Promise.all(clients.map((client) => client.close()));
  }
  if (urls.length > 1) await requireWholeCluster(urls[0] ?? '', urls.length);
}

// Throws if visits are stored on more shards than this process knows, because shards have been added since its start.
export async function requireKnownShards(
  client: ClickHouseClient,
  known: number,
  atMs: number,
): Promise<void> {
  const recorded = await readRecordedLayout(client);
  if (recorded === undefined || countShards(recorded.layout, atMs) <= known) return;
  throw new OperatorError(
    'configuration',
    'Shards have been added to ClickHouse. List all shards in WAYPOST_CLICKHOUSE_URL and restart this process.',
  );
}

export async function requireWholeCluster(url: string, count: number): Promise<void> {
  const reader = openReader(url);
  try {
    await requireAllShards(reader, count);
  } finally {
    await reader.close();
  }
}

// Throws unless the cluster that the server reads from consists of exactly these shards.
export async function requireAllShards(reader: ClickHouseClient, count: number): Promise<void> {
  const shards = await readShardNumbers(reader);
  const expected = Array.from({ length: count }, (_, at) => at + 1);
  if (shards.join() === expected.join()) return;
  throw new OperatorError(
    'configuration',
    `The ClickHouse cluster consists of the shards ${shards.join(', ')} instead of ${expected.join(', ')}. Correct remote_servers in the configuration of the servers.`,
  );
}
