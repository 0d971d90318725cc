/** Values of headers that were saved before they were sealed. */
import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';

type Place = {
  table: 'traffic_sources' | 'goal_actions' | 'postback_jobs' | 'record_versions';
  column: 'postback_headers' | 'headers' | 'content';
};

const places: Place[] = [
  { table: 'traffic_sources', column: 'postback_headers' },
  { table: 'goal_actions', column: 'postback_headers' },
  { table: 'postback_jobs', column: 'headers' },
  { table: 'record_versions', column: 'content' },
];

// Word for word as in the indexes, which hold no other rows.
const isPlain =
  '(@.value != "********" && !(@.name like_regex "^(content-type|accept|user-agent)$" flag "i"))';

/** Seals some of each kind; answers how many there were. Rows that somebody else is at are left for the next time. */
export async function sealPlainHeaders(executor: Executor, limit: number): Promise<number> {
  let sealed = 0;
  for (const place of places) sealed += await sealAt(executor, place, limit);
  return sealed;
}

async function sealAt(executor: Executor, { table, column }: Place, limit: number): Promise<number> {
  const [from, content] = [sql.table(table), sql.ref(column)];
  const isWhole = column === 'content';
  const path = isWhole ? '$.goals[*].actions[*].postbackHeaders[*]' : '$[*]';
  const { rows } = await sql<{ workspaceId: string; place: string; kept: unknown }>`
    SELECT workspace_id AS "workspaceId", ctid::text AS place, ${content} AS kept
    FROM ${from} WHERE ${isWhole ? content : sql`${content}::jsonb`} @? ${sql.lit(`${path} ? ${isPlain}`)}
    LIMIT ${limit} FOR UPDATE SKIP LOCKED`.execute(executor);
  for (const { workspaceId, place, kept } of rows) {
    const sealed = executor.seals.sealIn(isWhole ? kept : { postbackHeaders: kept }, workspaceId);
    const written = isWhole ? sealed : (sealed as { postbackHeaders: unknown }).postbackHeaders;
    // Nobody else can move the row: it is ours until the transaction ends.
    await sql`
      UPDATE ${from} SET ${content} = ${JSON.stringify(written)}
      WHERE ctid = ${place}::tid AND workspace_id = ${workspaceId}`.execute(executor);
  }
  return rows.length;
}
