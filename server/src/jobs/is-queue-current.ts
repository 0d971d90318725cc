import { createRequire } from 'node:module';
import { Client } from 'pg';

const require = createRequire(import.meta.url);

/**
 * Whether the tables of the queue are those of the library that is installed. Asked without loading the library, which
 * is large, and which only a new version of it needs for this.
 */
export async function isQueueCurrent(url: string): Promise<boolean> {
  const wanted = wantedVersion();
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string | null }>(
      `SELECT to_regclass('pgboss.version')::text AS name`,
    );
    if (!rows[0]?.name) return false;
    const found = await client.query<{ version: number }>('SELECT version FROM pgboss.version');
    return found.rows[0]?.version === wanted;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function wantedVersion(): number | undefined {
  const { pgboss } = require('pg-boss/package.json') as { pgboss?: { schema?: number } };
  return pgboss?.schema;
}
