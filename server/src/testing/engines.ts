import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { ProvidedContext } from 'vitest';
import type { TestProject } from 'vitest/node';
import { ensureSecrets } from '../config/secrets.ts';
import { openDataDirectory } from '../engines/data-directory.ts';
import { startEmbeddedEngines } from '../engines/embedded-engines.ts';
import { createLogger } from '../platform/logger.ts';
import { migratePostgresSchema, migrateTrafficSchema } from '../start/migrate.ts';
import { hasClickHouse, testShards } from './machine.ts';
import { shareInRun } from './share-in-run.ts';
import { startShardServers, testTopology } from './traffic/shard-servers.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    superuserUrl: string;
    /** Empty on machines without ClickHouse. Lists one address per shard. */
    clickhouseUrl: string;
  }
}

type SuiteEngines = ProvidedContext & { stop: () => Promise<void> };

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { value: engines, leave } = await shareInRun('engines', startEngines, ({ stop }) => stop());
  project.provide('postgresUrl', engines.postgresUrl);
  project.provide('superuserUrl', engines.superuserUrl);
  project.provide('clickhouseUrl', engines.clickhouseUrl);
  return leave;
}

async function startEngines(): Promise<SuiteEngines> {
  const path = mkdtempSync(join(tmpdir(), 'waypost-test-'));
  const directory = openDataDirectory(path);
  const secrets = ensureSecrets(path);
  const logger = createLogger({ role: 'test', level: 'warn', format: 'text' });
  const engines = await startEmbeddedEngines({
    directory,
    passwords: secrets,
    wanted: { postgres: true, clickhouse: hasClickHouse && testShards === 1 },
    logger,
  });
  const shards = testShards > 1 ? await startShardServers(path, testShards) : [];
  const { postgres = '' } = engines.urls;
  const clickhouse =
    testShards > 1 ? shards.map(({ url }) => url).join(',') : (engines.urls.clickhouse ?? '');
  const superuser = new URL(postgres);
  superuser.username = 'postgres';
  superuser.password = secrets.postgresSuperuser;
  superuser.pathname = '/postgres';
  await stopSyncing(superuser.href);
  await migratePostgresSchema(postgres);
  await migrateTrafficSchema({ postgres, traffic: { store: 'postgres', url: postgres } }, undefined);
  if (hasClickHouse)
    await migrateTrafficSchema({ postgres, traffic: { store: 'clickhouse', url: clickhouse } }, testTopology);
  return {
    postgresUrl: postgres,
    superuserUrl: superuser.href,
    clickhouseUrl: clickhouse,
    stop: async () => {
      await Promise.all([engines.stop(), ...shards.map(({ engine }) => engine.stop())]);
      rmSync(path, { recursive: true });
    },
  };
}

/**
 * Turns off syncing to disk, which speeds up tests. Durability is tested with complete installations, which start
 * separate engines.
 */
async function stopSyncing(superuserUrl: string): Promise<void> {
  const client = new Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    for (const name of ['fsync', 'full_page_writes', 'synchronous_commit'])
      await client.query(`ALTER SYSTEM SET ${name} = off`);
    await client.query('SELECT pg_reload_conf()');
  } finally {
    await client.end();
  }
}
