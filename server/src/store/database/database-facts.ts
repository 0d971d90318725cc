import { sql } from 'kysely';
import { Client } from 'pg';
import { systemCode } from '../../platform/errors.ts';
import type { Database } from './database.ts';

type DatabaseFacts = { version: string; major: number; isPowerful: boolean };

/** What the diagnosis wants to know about the server and the role that logs in to it. */
export async function readDatabaseFacts(database: Database): Promise<DatabaseFacts> {
  const { rows } = await database.asLogin((executor) =>
    sql<{ version: string; number: string; powerful: boolean }>`
      SELECT current_setting('server_version') AS version, current_setting('server_version_num') AS number, rolsuper OR rolbypassrls AS powerful
      FROM pg_roles WHERE rolname = session_user`.execute(executor),
  );
  const row = rows[0];
  return {
    version: row?.version ?? 'unknown',
    major: Math.floor(Number(row?.number ?? 0) / 10_000),
    isPowerful: row?.powerful ?? false,
  };
}

/** Whether the installation is set up. Asked once at a start, and without what builds queries, which is large. */
export async function hasWorkspaces(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('BEGIN; SET LOCAL ROLE waypost_system');
    const { rows } = await client.query<{ some: boolean }>('SELECT EXISTS (SELECT FROM workspaces) AS some');
    await client.query('COMMIT');
    return rows[0]?.some === true;
  } finally {
    await client.end().catch(() => undefined);
  }
}

// PostgreSQL's classes of errors in data: values that are none (22…), and rules that a row breaks (23…).
const rowErrors = /^2[23][0-9A-Z]{3}$/;

/** Whether the database refused what was to be stored. All other errors say nothing of that. */
export function isRowError(error: unknown): boolean {
  return rowErrors.test(systemCode(error) ?? '');
}
