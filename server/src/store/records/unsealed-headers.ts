/** Encrypts header values that were saved by versions without encryption. */
import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';

type HeaderColumn = {
  table: 'traffic_sources' | 'goal_actions' | 'postback_jobs' | 'record_versions';
  column: 'postback_headers' | 'headers' | 'content';
};

const headerColumns: HeaderColumn[] = [
  { table: 'traffic_sources', column: 'postback_headers' },
  { table: 'goal_actions', column: 'postback_headers' },
  { table: 'postback_jobs', column: 'headers' },
  { table: 'record_versions', column: 'content' },
];

// Must match the predicate of the partial indexes exactly.
const isUnsealed =
  '(@.value != "********" && !(@.name like_regex "^(content-type|accept|user-agent)$" flag "i"))';

/** Encrypts up to `limit` rows per table and returns the number of encrypted rows. Skips locked rows. */
export async function sealStoredHeaders(executor: Executor, limit: number): Promise<number> {
  let sealed = 0;
  for (const column of headerColumns) sealed += await sealColumn(executor, column, limit);
  return sealed;
}

async function sealColumn(
  executor: Executor,
  { table, column }: HeaderColumn,
  limit: number,
): Promise<number> {
  const [from, content] = [sql.table(table), sql.ref(column)];
  const isVersionContent = column === 'content';
  const path = isVersionContent ? '$.goals[*].actions[*].postbackHeaders[*]' : '$[*]';
  const { rows } = await sql<{ workspaceId: string; rowId: string; stored: unknown }>`
    SELECT workspace_id AS "workspaceId", ctid::text AS "rowId", ${content} AS stored
    FROM ${from} WHERE ${isVersionContent ? content : sql`${content}::jsonb`} @? ${sql.lit(`${path} ? ${isUnsealed}`)}
    LIMIT ${limit} FOR UPDATE SKIP LOCKED`.execute(executor);
  for (const { workspaceId, rowId, stored } of rows) {
    const sealed = executor.seals.sealIn(
      isVersionContent ? stored : { postbackHeaders: stored },
      workspaceId,
    );
    const written = isVersionContent ? sealed : (sealed as { postbackHeaders: unknown }).postbackHeaders;
    // The ctid stays valid until the transaction ends, because the lock prevents updates, which would move the row.
    await sql`
      UPDATE ${from} SET ${content} = ${JSON.stringify(written)}
      WHERE ctid = ${rowId}::tid AND workspace_id = ${workspaceId}`.execute(executor);
  }
  return rows.length;
}
