import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';
import { isSame } from '../database/lookup.ts';
import { readListPage, type RowPage, type PageRequest } from '../lists/list-page.ts';

export type Erasure = {
  id: string;
  workspaceId: string;
  campaignId: string;
  visitId: string;
  clickId: string;
  requestedAt: Date;
};

/** Adds an erasure, or restarts the open erasure of the same visit. Returns the ID of the new or restarted erasure. */
export async function insertErasure(executor: Executor, erasure: Erasure): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO erasures (id, workspace_id, campaign_id, visit_id, click_id, requested_at, next_at)
    VALUES (${erasure.id}::uuid, ${erasure.workspaceId}::uuid, ${erasure.campaignId}::uuid, ${erasure.visitId}::uuid,
      ${erasure.clickId}, ${erasure.requestedAt}, ${erasure.requestedAt})
    ON CONFLICT (workspace_id, visit_id) WHERE finished_at IS NULL
    DO UPDATE SET requested_at = EXCLUDED.requested_at, next_at = EXCLUDED.next_at
    RETURNING id`.execute(executor);
  return rows[0]?.id ?? erasure.id;
}

export async function listDueErasures(executor: Executor, now: Date, limit: number): Promise<Erasure[]> {
  const { rows } = await sql<Erasure>`
    SELECT id, workspace_id AS "workspaceId", campaign_id AS "campaignId", visit_id AS "visitId",
      click_id AS "clickId", requested_at AS "requestedAt"
    FROM erasures WHERE finished_at IS NULL AND next_at <= ${now} ORDER BY next_at LIMIT ${limit}`.execute(
    executor,
  );
  return rows;
}

/** Makes erasures due again later. `problem` is the reason why the rows could not be deleted, if it is known. */
export async function postponeErasures(
  executor: Executor,
  erasures: readonly Erasure[],
  { nextAt, problem }: { nextAt: Date; problem: string | undefined },
): Promise<void> {
  await sql`
    UPDATE erasures SET next_at = ${nextAt}, problem = ${problem ?? null}
    FROM ${unnestErasures(erasures)} WHERE ${isUnchanged}`.execute(executor);
}

/** Clears the visit and click ID so that the finished record no longer identifies the visitor. */
export async function finishErasures(
  executor: Executor,
  erasures: readonly Erasure[],
  now: Date,
): Promise<void> {
  await sql`
    UPDATE erasures SET finished_at = ${now}, visit_id = NULL, click_id = NULL, problem = NULL
    FROM ${unnestErasures(erasures)} WHERE ${isUnchanged}`.execute(executor);
}

function unnestErasures(erasures: readonly Erasure[]) {
  const ids = erasures.map(({ id }) => id);
  const requestedAt = erasures.map((erasure) => erasure.requestedAt);
  return sql`unnest(${ids}::uuid[], ${requestedAt}::timestamptz[]) AS given (id, requested_at)`;
}

// Excludes erasures that were requested again after they were read, because these erasures start over.
const isUnchanged = sql`${isSame('erasures.id', 'given.id')} AND erasures.requested_at = given.requested_at`;

export type ListedErasure = {
  id: string;
  clickId: string | null;
  requestedAt: Date;
  nextAt: Date;
  finishedAt: Date | null;
  problem: string | null;
};

export async function listErasurePage(
  executor: Executor,
  workspaceId: string,
  page: PageRequest,
): Promise<RowPage<ListedErasure>> {
  const source = {
    columns: sql`id, click_id AS "clickId", requested_at AS "requestedAt", next_at AS "nextAt",
      finished_at AS "finishedAt", problem`,
    from: sql`erasures`,
    where: sql`workspace_id = ${workspaceId}::uuid`,
    id: sql`id`,
    sorts: { requestedAt: { by: sql`requested_at`, type: 'timestamptz' } },
  } as const;
  return await readListPage(executor, source, page);
}

export async function listErasedVisits(
  executor: Executor,
): Promise<Pick<Erasure, 'id' | 'visitId' | 'clickId'>[]> {
  const { rows } = await sql<Pick<Erasure, 'id' | 'visitId' | 'clickId'>>`
    SELECT id, visit_id AS "visitId", click_id AS "clickId" FROM erasures
    WHERE finished_at IS NULL ORDER BY id`.execute(executor);
  return rows;
}

type ErasureState = {
  open: number;
  stuck: number;
  since: Date | null;
  problem: string | null;
};

export async function readErasureState(executor: Executor): Promise<ErasureState> {
  const { rows } = await sql<ErasureState>`
    SELECT count(*)::int AS open, count(problem)::int AS stuck,
      min(requested_at) FILTER (WHERE problem IS NOT NULL) AS since, max(problem) AS problem
    FROM erasures WHERE finished_at IS NULL`.execute(executor);
  return rows[0] ?? { open: 0, stuck: 0, since: null, problem: null };
}

type VisitTraces = Pick<Erasure, 'workspaceId' | 'campaignId' | 'visitId' | 'clickId'>;

/**
 * Deletes everything in PostgreSQL about a visit: incoming postbacks that contain its click ID, its conversions, their
 * postbacks, and rows that have not been shipped yet. Rows in a batch that is currently being sent are left to the next
 * call. Returns the number of deleted rows.
 */
export async function deleteVisitTraces(executor: Executor, visit: VisitTraces): Promise<number> {
  const { workspaceId, campaignId, visitId, clickId } = visit;
  const { rows } = await sql<{ deleted: number }>`
    WITH requests AS (
      DELETE FROM inbox WHERE workspace_id = ${workspaceId}::uuid AND campaign_id = ${campaignId}::uuid
        AND (strpos(query, ${clickId}) > 0 OR position(convert_to(${clickId}, 'UTF8') IN body) > 0) RETURNING 1),
    calls AS (
      DELETE FROM postback_jobs WHERE workspace_id = ${workspaceId}::uuid AND conversion_id IN (
        SELECT id FROM conversions WHERE workspace_id = ${workspaceId}::uuid AND visit_id = ${visitId}::uuid) RETURNING 1),
    waiting AS (
      DELETE FROM outbox WHERE workspace_id = ${workspaceId}::uuid AND strpos(row, ${visitId}) > 0 RETURNING 1),
    refused AS (
      DELETE FROM outbox_refused WHERE workspace_id = ${workspaceId}::uuid AND strpos(row, ${visitId}) > 0 RETURNING 1),
    visits AS (
      DELETE FROM attributed_visits WHERE workspace_id = ${workspaceId}::uuid AND visit_id = ${visitId}::uuid RETURNING 1)
    SELECT ((SELECT count(*) FROM requests) + (SELECT count(*) FROM calls) + (SELECT count(*) FROM waiting)
      + (SELECT count(*) FROM refused) + (SELECT count(*) FROM visits))::int AS deleted`.execute(executor);
  return rows[0]?.deleted ?? 0;
}
