import { sql, type RawBuilder } from 'kysely';
import type { IncomingRequest } from '../../domain/conversions/inbox-row.ts';
import type { Executor } from '../database/database.ts';
import { isOwn, isSame } from '../database/lookup.ts';
import { always } from '../records/record-filter.ts';

export type ClaimedRequest = {
  id: string;
  workspaceId: string;
  campaignId: string;
  receivedMs: number;
  method: IncomingRequest['method'];
  query: string;
  contentType: string;
  body: Buffer;
  address: string;
  verdict: string | null;
  attempts: number;
  isSourceAllowed: boolean | null;
};

const claimed = sql`
  id, workspace_id AS "workspaceId", campaign_id AS "campaignId",
  (extract(epoch FROM received_at) * 1000)::float8 AS "receivedMs", method, query, content_type AS "contentType", body, address,
  verdict, attempts, is_source_allowed AS "isSourceAllowed"`;

export const dueRequests = (now: Date) => sql`inbox WHERE handled_at IS NULL AND next_at <= ${now}`;

/** Locks requests from all workspaces in the order in which they became due. Skips requests that are locked already. */
export async function claimDueRequests(
  executor: Executor,
  now: Date,
  limit: number,
): Promise<ClaimedRequest[]> {
  const { rows } = await sql<ClaimedRequest>`
    SELECT ${claimed} FROM ${dueRequests(now)}
    ORDER BY next_at, id LIMIT ${limit} FOR UPDATE SKIP LOCKED`.execute(executor);
  return rows;
}

export async function claimRequest(executor: Executor, id: string): Promise<ClaimedRequest | undefined> {
  const { rows } = await sql<ClaimedRequest>`
    SELECT ${claimed} FROM inbox WHERE id = ${id}::uuid AND handled_at IS NULL FOR UPDATE SKIP LOCKED`.execute(
    executor,
  );
  return rows[0];
}

export async function findRequest(
  executor: Executor,
  workspaceId: string,
  id: string,
): Promise<ClaimedRequest | undefined> {
  const { rows } = await sql<ClaimedRequest>`
    SELECT ${claimed} FROM inbox WHERE workspace_id = ${workspaceId} AND id = ${id}::uuid`.execute(executor);
  return rows[0];
}

export async function postponeRequest(
  executor: Executor,
  { id, workspaceId }: Pick<ClaimedRequest, 'id' | 'workspaceId'>,
  nextMs: number,
): Promise<void> {
  await sql`
    UPDATE inbox SET next_at = to_timestamp(${nextMs}::float8 / 1000.0)
    WHERE workspace_id = ${workspaceId} AND id = ${id}::uuid AND handled_at IS NULL`.execute(executor);
}

export type ReplayRange = {
  workspaceId: string;
  campaignId?: string | undefined;
  from: Date;
  to: Date;
  verdicts: readonly string[];
  after?: { receivedMs: number; id: string } | undefined;
};

/** Locks the next requests in a range, oldest first. Waits for requests that another worker has locked. */
export async function claimRequestsOfRange(
  executor: Executor,
  range: ReplayRange,
  limit: number,
): Promise<ClaimedRequest[]> {
  const { rows } = await sql<ClaimedRequest>`
    SELECT ${claimed} FROM inbox WHERE ${isInRange(range)}
    ORDER BY received_at, id LIMIT ${limit} FOR UPDATE`.execute(executor);
  return rows;
}

export async function countRequestsOfRange(executor: Executor, range: ReplayRange): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::float8 AS count FROM inbox WHERE ${isInRange(range)}`.execute(executor);
  return rows[0]?.count ?? 0;
}

function isInRange({ workspaceId, campaignId, after, ...range }: ReplayRange): RawBuilder<boolean> {
  const { from, to, verdicts } = range;
  return sql`workspace_id = ${workspaceId}
    AND ${campaignId === undefined ? always : sql`campaign_id = ${campaignId}::uuid`}
    AND received_at >= ${from} AND received_at <= ${to} AND verdict = ANY(${[...verdicts]}::text[])
    AND ${
      after === undefined
        ? always
        : sql`(received_at, id) > (to_timestamp(${after.receivedMs} / 1000.0), ${after.id}::uuid)`
    }`;
}

export type JudgedRequest = {
  id: string;
  workspaceId: string;
  verdict: string;
  reason: string | null;
  changes: string | null;
  isHandled: boolean;
  nextMs: number;
  /** IP address as stored: full or truncated, depending on the privacy setting. */
  address: string;
  isSourceAllowed: boolean | null;
  /** ID of the visit that the click ID refers to, even if that visit was not recorded. */
  visitId: string | null;
};

export async function saveVerdicts(
  executor: Executor,
  judged: readonly JudgedRequest[],
  now: Date,
): Promise<void> {
  if (judged.length === 0) return;
  const list = <Value>(pick: (request: JudgedRequest) => Value) => judged.map(pick);
  await sql`
    UPDATE inbox SET verdict = given.verdict, reason = given.reason, changes = given.changes, attempts = attempts + 1,
      handled_at = CASE WHEN given.is_handled THEN ${now}::timestamptz END,
      next_at = to_timestamp(given.next_ms / 1000.0), address = given.address, is_source_allowed = given.is_source_allowed,
      visit_id = coalesce(given.visit_id, inbox.visit_id)
    FROM unnest(
      ${list(({ id }) => id)}::uuid[], ${list(({ workspaceId }) => workspaceId)}::uuid[],
      ${list(({ verdict }) => verdict)}::text[], ${list(({ reason }) => reason)}::text[],
      ${list(({ changes }) => changes)}::jsonb[], ${list(({ isHandled }) => isHandled)}::boolean[],
      ${list(({ nextMs }) => nextMs)}::float8[], ${list(({ address }) => address)}::text[],
      ${list(({ isSourceAllowed }) => isSourceAllowed)}::boolean[], ${list(({ visitId }) => visitId)}::uuid[]
    ) AS given (id, workspace_id, verdict, reason, changes, is_handled, next_ms, address, is_source_allowed, visit_id)
    WHERE ${isSame('inbox.id', 'given.id')} AND ${isOwn('inbox')}`.execute(executor);
}
