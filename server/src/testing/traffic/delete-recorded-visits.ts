import { Client } from 'pg';
import type { TrafficAddress } from '../../start/engine-addresses.ts';
import { openClickHouse } from '../../traffic/clickhouse/client.ts';
import { shardUrls } from '../../traffic/clickhouse/shards/shard-layout.ts';

/**
 * Deletes the visits of a workspace but not their clicks and conversions. Outside tests, only data loss can cause this
 * state.
 */
export async function deleteRecordedVisits(
  { store, url }: TrafficAddress,
  workspaceId: string,
): Promise<void> {
  if (store === 'clickhouse')
    for (const shard of shardUrls(url)) await deleteInClickHouse(shard, workspaceId);
  else await deleteInPostgres(url, workspaceId);
}

async function deleteInClickHouse(url: string, workspaceId: string): Promise<void> {
  const client = openClickHouse(url);
  try {
    await client.command({
      query: `DELETE FROM events WHERE workspace_id = {workspaceId:UUID} AND type = 'visit'`,
      query_params: { workspaceId },
    });
  } finally {
    await client.close();
  }
}

async function deleteInPostgres(url: string, workspaceId: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('SET ROLE waypost_system');
    await client.query(`DELETE FROM traffic.events WHERE workspace_id = $1 AND type = 'visit'`, [
      workspaceId,
    ]);
  } finally {
    await client.end();
  }
}
