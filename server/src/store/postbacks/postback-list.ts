import type { PostbackOccasion } from '@waypost/contract/postbacks/postbacks.ts';
import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';
import { readListPage, type RowPage, type PageRequest } from '../lists/list-page.ts';
import { always } from '../records/record-filter.ts';

type PostbackState = 'waiting' | 'delivered' | 'failed';

export type PostbackRow = {
  id: string;
  campaignId: string;
  eventId: string;
  idx: number;
  occasion: PostbackOccasion;
  method: 'GET' | 'POST';
  url: string;
  origin: string;
  state: PostbackState;
  attempts: number;
  nextAt: Date;
  lastAttemptAt: Date | null;
  lastStatus: number | null;
  lastError: string | null;
  createdAt: Date;
  finishedAt: Date | null;
};

type PostbackFilter = {
  campaignId?: string | undefined;
  state?: PostbackState | undefined;
};

const columns = sql`id, campaign_id AS "campaignId", event_id AS "eventId", idx, occasion, method, url, origin, state, attempts,
  next_at AS "nextAt", last_attempt_at AS "lastAttemptAt", last_status AS "lastStatus", last_error AS "lastError",
  created_at AS "createdAt", finished_at AS "finishedAt"`;

// Sorts by ID, because IDs start with the creation time.
export async function listPostbackPage(
  executor: Executor,
  workspaceId: string,
  { campaignId, state }: PostbackFilter,
  page: PageRequest,
): Promise<RowPage<PostbackRow>> {
  const conditions = [
    sql`workspace_id = ${workspaceId}`,
    campaignId === undefined ? always : sql`campaign_id = ${campaignId}::uuid`,
    state === undefined ? always : sql`state = ${state}`,
  ];
  const source = {
    columns,
    from: sql`postback_jobs`,
    where: sql.join(conditions, sql` AND `),
    id: sql`id`,
    sorts: { createdAt: { by: sql`id`, type: 'uuid' } },
  } as const;
  return await readListPage(executor, source, page);
}

export async function listPostbacksOfVisit(
  executor: Executor,
  workspaceId: string,
  visitId: string,
): Promise<PostbackRow[]> {
  const { rows } = await sql<PostbackRow>`
    SELECT ${columns} FROM postback_jobs WHERE workspace_id = ${workspaceId} AND conversion_id IN (
      SELECT id FROM conversions WHERE workspace_id = ${workspaceId} AND visit_id = ${visitId}::uuid)
    ORDER BY id`.execute(executor);
  return rows;
}

export async function findReportedEvent(
  executor: Executor,
  workspaceId: string,
  id: string,
): Promise<{ campaignId: string; visitId: string; eventId: string } | undefined> {
  const { rows } = await sql<{ campaignId: string; visitId: string; eventId: string }>`
    SELECT campaign_id AS "campaignId", visit ->> 'visit_id' AS "visitId", event_id AS "eventId"
    FROM postback_jobs WHERE workspace_id = ${workspaceId} AND id = ${id}::uuid`.execute(executor);
  return rows[0];
}

export async function findPostback(
  executor: Executor,
  workspaceId: string,
  id: string,
): Promise<PostbackRow | undefined> {
  const { rows } = await sql<PostbackRow>`
    SELECT ${columns} FROM postback_jobs WHERE workspace_id = ${workspaceId} AND id = ${id}::uuid
    FOR UPDATE`.execute(executor);
  return rows[0];
}

/** Makes the postback due now and restarts its retry schedule. Does nothing while the postback is being sent. */
export async function restartPostback(
  executor: Executor,
  workspaceId: string,
  id: string,
  { now, giveUpAt }: { now: Date; giveUpAt: Date },
): Promise<void> {
  await sql`
    UPDATE postback_jobs SET state = 'waiting', step = 0, next_at = ${now}, finished_at = NULL, claim = NULL,
      give_up_at = ${giveUpAt}
    WHERE workspace_id = ${workspaceId} AND id = ${id}::uuid AND (claim IS NULL OR next_at <= ${now})`.execute(
    executor,
  );
}
