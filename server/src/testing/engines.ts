import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ensureSecrets } from '../config/secrets.ts';
import { openDataDirectory } from '../engines/data-directory.ts';
import { startEmbeddedEngines } from '../engines/embedded-engines.ts';
import { createLogger } from '../platform/logger.ts';
import { migratePostgresSchema, migrateTrafficSchema } from '../start/migrate.ts';
import { hasClickHouse } from './machine.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A database of the product, at the latest schema, with traffic of its own. */
    postgresUrl: string;
    /** The server's superuser, for tests that make databases of their own. */
    superuserUrl: string;
    /** Empty where this machine has no ClickHouse. */
    clickhouseUrl: string;
  }
}

/** Real engines for a whole suite: the embedded ones, in a folder of their own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const path = mkdtempSync(join(tmpdir(), 'waypost-test-'));
  const directory = openDataDirectory(path);
  const secrets = ensureSecrets(path);
  const logger = createLogger({ role: 'test', level: 'warn', format: 'text' });
  const engines = await startEmbeddedEngines({
    directory,
    passwords: secrets,
    wanted: { postgres: true, clickhouse: hasClickHouse },
    logger,
  });
  const { postgres = '', clickhouse = '' } = engines.urls;
  await migratePostgresSchema(postgres);
  await migrateTrafficSchema({ postgres, traffic: { store: 'postgres', url: postgres } }, undefined);
  if (hasClickHouse)
    await migrateTrafficSchema({ postgres, traffic: { store: 'clickhouse', url: clickhouse } }, undefined);
  const superuser = new URL(postgres);
  superuser.username = 'postgres';
  superuser.password = secrets.postgresSuperuser;
  superuser.pathname = '/postgres';
  project.provide('postgresUrl', postgres);
  project.provide('superuserUrl', superuser.href);
  project.provide('clickhouseUrl', clickhouse);
  return async () => {
    await engines.stop();
    rmSync(path, { recursive: true });
  };
}
