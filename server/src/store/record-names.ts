import { sql } from 'kysely';
import type { Executor } from './database.ts';

/** What the records with these ids are called, whatever they are; ids of nothing are left out. */
export async function listRecordNames(
  executor: Executor,
  workspaceId: string,
  ids: string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const tables = ['landings', 'offers', 'rotators', 'rotator_paths', 'traffic_sources', 'campaigns'];
  const named = tables.map((table) => sql`SELECT id, name FROM ${sql.table(table)} ${of(workspaceId, ids)}`);
  const hosts = sql`SELECT id, host AS name FROM domains ${of(workspaceId, ids)}`;
  const { rows } = await sql<{ id: string; name: string }>`
    ${sql.join([...named, hosts], sql` UNION ALL `)}`.execute(executor);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function of(workspaceId: string, ids: string[]) {
  return sql`WHERE workspace_id = ${workspaceId} AND id = ANY(${ids}::uuid[])`;
}
