import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { getClickHouseLibrary } from '../../engines/binaries.ts';
import { startClickHouse } from '../../engines/clickhouse/start.ts';
import type { RunningEngine } from '../../engines/engine.ts';
import { readMigrations } from '../../platform/migrations/read-migrations.ts';
import { openClickHouse, type ClickHouseClient } from '../../traffic/clickhouse/client.ts';
import { setUpShards } from '../../traffic/clickhouse/shards/set-up-shards.ts';
import { shardUrls } from '../../traffic/clickhouse/shards/shard-layout.ts';
import { testTopology } from './shard-servers.ts';
import { renderStatements } from '../../traffic/clickhouse/migration-sql.ts';

const migrations = join(import.meta.dirname, '..', '..', '..', 'migrations', 'clickhouse');

/** Starts a separate ClickHouse that a test can kill. The rows survive a restart in the same directory. */
export async function startSeparateClickHouse(
  directory: string,
  port: number,
  run = join(directory, 'run'),
): Promise<RunningEngine> {
  mkdirSync(run, { recursive: true });
  return await startClickHouse({
    data: join(directory, 'data'),
    config: join(directory, 'config'),
    run,
    port,
    library: getClickHouseLibrary(),
    password: 'test',
  });
}

/** Creates the tables without a migration history, which would need PostgreSQL. */
export async function createTables(url: string): Promise<void> {
  const urls = shardUrls(url);
  for (const shard of urls) await createServerTables(shard);
  if (urls.length > 1) await setUpShards(urls, testTopology);
}

async function createServerTables(url: string): Promise<void> {
  const serverUrl = new URL(url);
  const database = serverUrl.pathname.slice(1);
  serverUrl.pathname = '/default';
  await withClient(serverUrl.href, async (client) => {
    await client.command({ query: `CREATE DATABASE IF NOT EXISTS ${database}` });
  });
  await withClient(url, async (client) => {
    for (const { sql } of readMigrations(migrations))
      for (const query of renderStatements(sql, {})) await client.command({ query });
  });
}

export async function queryRows<Row>(client: ClickHouseClient, query: string): Promise<Row[]> {
  return await (await client.query({ query, format: 'JSONEachRow' })).json<Row>();
}

async function withClient(url: string, work: (client: ClickHouseClient) => Promise<void>): Promise<void> {
  const client = openClickHouse(url);
  try {
    await work(client);
  } finally {
    await client.close();
  }
}
