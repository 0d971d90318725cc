import { Client } from 'pg';
import { ensureSecrets } from '../../config/secrets.ts';
import { openDataDirectory } from '../../engines/data-directory.ts';
import { startEmbeddedEngines, type EmbeddedEngines } from '../../engines/embedded-engines.ts';
import type { Logger } from '../../platform/logger.ts';
import { migratePostgresSchema } from '../../start/migrate.ts';

/** Starts PostgreSQL with the schema and a higher limit for connections than an installation has. */
export async function startPostgresWithConnections(
  path: string,
  connections: number,
  logger: Logger,
): Promise<EmbeddedEngines> {
  await raiseConnectionLimit(path, connections, logger);
  return await startPostgres(path, logger);
}

async function startPostgres(path: string, logger: Logger): Promise<EmbeddedEngines> {
  const engines = await startEmbeddedEngines({
    directory: openDataDirectory(path),
    passwords: ensureSecrets(path),
    wanted: { postgres: true, clickhouse: false },
    logger,
  });
  await migratePostgresSchema(engines.urls.postgres ?? '');
  return engines;
}

async function raiseConnectionLimit(path: string, connections: number, logger: Logger): Promise<void> {
  const engines = await startPostgres(path, logger);
  const superuser = new URL(engines.urls.postgres ?? '');
  superuser.username = 'postgres';
  superuser.password = ensureSecrets(path).postgresSuperuser;
  superuser.pathname = '/postgres';
  const client = new Client({ connectionString: superuser.href });
  await client.connect();
  await client.query(`ALTER SYSTEM SET max_connections = ${connections}`);
  await client.end();
  await engines.stop();
}
