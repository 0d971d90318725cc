import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { getClickHouseLibrary } from '../../engines/binaries.ts';
import { startClickHouse } from '../../engines/clickhouse/start.ts';
import type { RunningEngine } from '../../engines/engine.ts';
import { readMigrations } from '../../platform/migrations/read-migrations.ts';
import { openClickHouse, type ClickHouseClient } from '../../traffic/clickhouse/client.ts';
import { renderStatements } from '../../traffic/clickhouse/migration-sql.ts';

const migrations = join(import.meta.dirname, '..', '..', '..', 'migrations', 'clickhouse');

/** A ClickHouse of one's own, to kill; starting it again in the same folder finds the same rows. */
export async function startOwnClickHouse(
  folder: string,
  port: number,
  run = join(folder, 'run'),
): Promise<RunningEngine> {
  mkdirSync(run, { recursive: true });
  return await startClickHouse({
    data: join(folder, 'data'),
    config: join(folder, 'config'),
    run,
    port,
    library: getClickHouseLibrary(),
    password: 'test',
  });
}

/** Makes our tables without a history of migrations, which would need PostgreSQL. */
export async function createTables(url: string): Promise<void> {
  const outside = new URL(url);
  const database = outside.pathname.slice(1);
  outside.pathname = '/default';
  await withClient(outside.href, async (client) => {
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
