import type { TrafficAddress } from '../../start/engine-addresses.ts';
import { openClickHouse } from '../../traffic/clickhouse/client.ts';
import { waitUntil } from '../wait-until.ts';
import { queryRows } from './clickhouse-target.ts';

/** Waits until everything has happened that was ordered: ClickHouse changes rows in its own time, PostgreSQL at once. */
export async function settleTraffic({ store, url }: TrafficAddress): Promise<void> {
  if (store !== 'clickhouse') return;
  const client = openClickHouse(url);
  const waiting = 'SELECT 1 FROM system.mutations WHERE database = currentDatabase() AND NOT is_done';
  try {
    await waitUntil(async () => (await queryRows(client, waiting)).length === 0);
  } finally {
    await client.close();
  }
}
