import { sql } from 'kysely';
import type { Database } from './database.ts';

type DatabaseFacts = { version: string; major: number; bypassesRowSecurity: boolean };

export async function readDatabaseFacts(database: Database): Promise<DatabaseFacts> {
  const { rows } = await database.asLogin((executor) =>
    sql<{ version: string; number: string; bypasses: boolean }>`
      SELECT current_setting('server_version') AS version, current_setting('server_version_num') AS number, rolsuper OR rolbypassrls AS bypasses
      FROM pg_roles WHERE rolname = session_user`.execute(executor),
  );
  const row = rows[0];
  return {
    version: row?.version ?? 'unknown',
    major: Math.floor(Number(row?.number ?? 0) / 10_000),
    bypassesRowSecurity: row?.bypasses ?? false,
  };
}
