import { sql } from 'kysely';
import type { HostFailures } from '../../domain/postbacks/judge-host.ts';
import type { Claim, PostbackQueue } from '../../domain/postbacks/plan-claims.ts';
import type { ReceiverRequest } from '../../domain/postbacks/receivers/receiver.ts';
import { receivers, type ReceiverKey } from '../../domain/postbacks/receivers/receivers.ts';
import type { RecordedVisit } from '../../domain/traffic/recorded-visit.ts';
import { readVisitCells, type Cells } from '../../domain/traffic/visit-cells.ts';
import type { Executor } from '../database/database.ts';
import { isSame } from '../database/lookup.ts';
import type { StoredHeader } from '../database/header-seals.ts';
import { isNextOfConversion, waitingQueues } from './postback-jobs.ts';

// Only one worker at a time counts and claims postbacks, so that the counts are still accurate at the time of the
// claim.
const claimsLockId = 0x70_6f_73_74;

/** Takes the lock until the transaction ends. Returns false if another worker holds the lock. */
export async function tryLockClaims(executor: Executor): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    SELECT pg_try_advisory_xact_lock(${claimsLockId}) AS "isLocked"`.execute(executor);
  return rows[0]?.isLocked === true;
}

type QueueRow = Omit<PostbackQueue, 'hostFailures'> &
  Omit<HostFailures, 'failures'> & { failures: number | null };

export async function listPostbackQueues(
  executor: Executor,
  now: Date,
  countMax: number,
): Promise<PostbackQueue[]> {
  const { rows } = await sql<QueueRow>`
    WITH RECURSIVE queues AS (${waitingQueues})
    SELECT queues.workspace_id AS "workspaceId", queues.origin, due.found AS due, under_way.found AS "underWay",
      host.failures, (extract(epoch FROM host.failing_since) * 1000)::float8 AS "failingSinceMs",
      host.last_error AS "lastError", host.pauses, (extract(epoch FROM host.paused_at) * 1000)::float8 AS "pausedAtMs",
      (extract(epoch FROM host.paused_until) * 1000)::float8 AS "pausedUntilMs"
    FROM queues
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS found FROM (
        SELECT FROM postback_jobs AS job WHERE job.workspace_id = queues.workspace_id AND job.origin = queues.origin
          AND job.state = 'waiting' AND job.next_at <= ${now} LIMIT ${countMax}
      ) AS counted
    ) AS due
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS found FROM postback_jobs AS job
      WHERE job.workspace_id = queues.workspace_id AND job.origin = queues.origin
        AND job.claim IS NOT NULL AND job.next_at > ${now}
    ) AS under_way
    LEFT JOIN postback_hosts AS host ON host.workspace_id = queues.workspace_id AND host.origin = queues.origin
    WHERE due.found > 0 OR under_way.found > 0`.execute(executor);
  return rows.map(({ workspaceId, origin, due, underWay, failures, ...hostFailures }) => ({
    workspaceId,
    origin,
    due,
    underWay,
    hostFailures: failures === null ? null : { failures, ...hostFailures },
  }));
}

export type ClaimedPostback = ReceiverRequest & {
  id: string;
  workspaceId: string;
  claim: string;
  eventId: string;
  idx: number;
  receiver: ReceiverKey;
  origin: string;
  visit: RecordedVisit;
  attempts: number;
  step: number;
  keptDays: number;
};

type StoredPostback = Omit<ClaimedPostback, 'visit' | 'headers'> & { visit: Cells; headers: StoredHeader[] };

/**
 * Claims postbacks. Skips kinds of receivers that this version does not support, so that workers with a newer version
 * can claim them.
 */
export async function claimPostbackJobs(
  executor: Executor,
  claims: readonly Claim[],
  { claim, now, leaseUntil }: { claim: string; now: Date; leaseUntil: Date },
): Promise<ClaimedPostback[]> {
  const list = <Value>(pick: (one: Claim) => Value) => claims.map(pick);
  const { rows } = await sql<StoredPostback>`
    WITH picked AS MATERIALIZED (
      SELECT due.id FROM unnest(
        ${list(({ workspaceId }) => workspaceId)}::uuid[], ${list(({ origin }) => origin)}::text[],
        ${list(({ count }) => count)}::int[]
      ) AS wanted (workspace_id, origin, count)
      CROSS JOIN LATERAL (
        SELECT job.id FROM postback_jobs AS job
        WHERE job.workspace_id = wanted.workspace_id AND job.origin = wanted.origin
          AND job.state = 'waiting' AND job.next_at <= ${now} AND ${isNextOfConversion}
          AND split_part(job.receiver, ':', 1) = ANY (${Object.keys(receivers)}::text[])
        ORDER BY job.next_at, job.id LIMIT wanted.count FOR UPDATE SKIP LOCKED
      ) AS due
    )
    UPDATE postback_jobs AS job SET claim = ${claim}, next_at = ${leaseUntil}
    FROM picked WHERE ${isSame('job.id', 'picked.id')}
    RETURNING job.id, job.workspace_id AS "workspaceId", job.claim, job.event_id AS "eventId", job.idx, job.method, job.url,
      job.headers, job.body, job.success_text AS "successText", job.receiver, job.origin, job.visit, job.attempts, job.step,
      (SELECT postback_days FROM workspaces WHERE workspaces.id = job.workspace_id) AS "keptDays"`.execute(
    executor,
  );
  return rows.map((row) => ({
    ...row,
    headers: executor.seals.open(row.headers, row.workspaceId),
    visit: readVisitCells(row.visit),
  }));
}

export type RecordedAttempt = {
  id: string;
  claim: string;
  state: 'waiting' | 'delivered' | 'failed';
  step: number;
  nextAt: Date;
  at: Date;
  status: number | null;
  error: string | null;
};

/** Returns the IDs of the jobs that were still claimed by this worker. */
export async function recordPostbackAttempts(
  executor: Executor,
  attempts: readonly RecordedAttempt[],
): Promise<Set<string>> {
  const list = <Value>(pick: (one: RecordedAttempt) => Value) => attempts.map(pick);
  const { rows } = await sql<{ id: string }>`
    UPDATE postback_jobs AS job SET state = given.state, attempts = least(job.attempts + 1, 255), step = given.step,
      next_at = given.next_at, claim = NULL, last_attempt_at = given.at, last_status = given.status, last_error = given.error,
      finished_at = CASE WHEN given.state = 'waiting' THEN NULL ELSE given.at END
    FROM unnest(
      ${list(({ id }) => id)}::uuid[], ${list(({ claim }) => claim)}::uuid[], ${list(({ state }) => state)}::text[],
      ${list(({ step }) => step)}::smallint[], ${list(({ nextAt }) => nextAt)}::timestamptz[],
      ${list(({ at }) => at)}::timestamptz[], ${list(({ status }) => status)}::smallint[], ${list(({ error }) => error)}::text[]
    ) AS given (id, claim, state, step, next_at, at, status, error)
    WHERE ${isSame('job.id', 'given.id')} AND (job.claim = given.claim) IS TRUE
    RETURNING job.id`.execute(executor);
  return new Set(rows.map(({ id }) => id));
}

export async function releasePostbackJobs(
  executor: Executor,
  jobs: readonly Pick<ClaimedPostback, 'id' | 'claim'>[],
  nextAt: Date,
): Promise<void> {
  await sql`
    UPDATE postback_jobs AS job SET claim = NULL, next_at = ${nextAt}
    FROM unnest(${jobs.map(({ id }) => id)}::uuid[], ${jobs.map(({ claim }) => claim)}::uuid[]) AS given (id, claim)
    WHERE ${isSame('job.id', 'given.id')} AND (job.claim = given.claim) IS TRUE`.execute(executor);
}
