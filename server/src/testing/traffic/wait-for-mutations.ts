import type { TrafficAddress } from '../../start/engine-addresses.ts';
import { openClickHouse } from '../../traffic/clickhouse/client.ts';
import { shardUrls } from '../../traffic/clickhouse/shards/shard-layout.ts';
import { waitUntil } from '../wait-until.ts';
import { queryRows } from './clickhouse-target.ts';

/** Waits for pending ClickHouse mutations. PostgreSQL needs no wait, because it changes rows immediately. */
export async function waitForMutations({ store, url }: TrafficAddress): Promise<void> {
  if (store !== 'clickhouse') return;
  for (const shard of shardUrls(url)) await waitForServer(shard);
}

async function waitForServer(url: string): Promise<void> {
  const client = openClickHouse(url);
  const pendingMutations =
    'SELECT 1 FROM system.mutations WHERE database = currentDatabase() AND NOT is_done';
  try {
    await waitUntil(async () => (await queryRows(client, pendingMutations)).length === 0);
  } finally {
    await client.close();
  }
}
