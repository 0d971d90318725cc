import { Client } from 'pg';
import type { TrafficAddress } from '../../start/engine-addresses.ts';
import { openClickHouse } from '../../traffic/clickhouse/client.ts';
import { shardUrls } from '../../traffic/clickhouse/shards/shard-layout.ts';

/** Runs the engine's background maintenance now. Query results must not change. */
export async function runMaintenance({ store, url }: TrafficAddress): Promise<void> {
  if (store === 'clickhouse') for (const shard of shardUrls(url)) await mergeParts(shard);
  else await vacuum(url);
}

async function mergeParts(url: string): Promise<void> {
  const client = openClickHouse(url);
  try {
    await client.command({ query: 'OPTIMIZE TABLE events FINAL' });
  } finally {
    await client.close();
  }
}

async function vacuum(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('VACUUM (ANALYZE) traffic.events');
  } finally {
    await client.end();
  }
}
