import type { PostbackOccasion } from '@waypost/contract/postbacks/postbacks.ts';
import { sql } from 'kysely';
import type { ReceiverRequest } from '../../domain/postbacks/receivers/receiver.ts';
import type { ReceiverKey } from '../../domain/postbacks/receivers/receivers.ts';
import type { RecordedVisit } from '../../domain/traffic/recorded-visit.ts';
import { visitCells } from '../../domain/traffic/visit-cells.ts';
import type { Executor } from '../database/database.ts';
import { isSame } from '../database/lookup.ts';

export type NewPostbackJob = ReceiverRequest & {
  id: string;
  workspaceId: string;
  campaignId: string;
  conversionId: string;
  eventId: string;
  idx: number;
  occasion: PostbackOccasion;
  receiver: ReceiverKey;
  origin: string;
  visit: RecordedVisit;
  createdMs: number;
};

/**
 * Time after which Waypost gives up on a postback. Longer than the whole retry schedule including jitter, so it mainly
 * affects postbacks to a receiver that remains paused.
 */
export const giveUpAfterMs = 5 * 24 * 60 * 60 * 1_000;

/**
 * Queues jobs in the given order, due immediately. Each conversion and each change to a conversion is reported once to
 * each receiver, so duplicate jobs are ignored.
 */
export async function insertPostbackJobs(executor: Executor, jobs: readonly NewPostbackJob[]): Promise<void> {
  if (jobs.length === 0) return;
  const list = <Value>(pick: (job: NewPostbackJob) => Value) => jobs.map(pick);
  const encryptedHeaders = ({ headers, workspaceId }: NewPostbackJob) =>
    JSON.stringify(executor.seals.seal(headers, workspaceId));
  await sql`
    INSERT INTO postback_jobs (id, workspace_id, campaign_id, conversion_id, event_id, idx, occasion, method, url,
      headers, body, success_text, receiver, origin, visit, next_at, created_at, give_up_at)
    SELECT id, workspace_id, campaign_id, conversion_id, event_id, idx, occasion, method, url, headers, body,
      success_text, receiver, origin, visit, to_timestamp(created_ms / 1000.0), to_timestamp(created_ms / 1000.0),
      to_timestamp((created_ms + ${giveUpAfterMs}::bigint) / 1000.0)
    FROM unnest(
      ${list(({ id }) => id)}::uuid[], ${list(({ workspaceId }) => workspaceId)}::uuid[],
      ${list(({ campaignId }) => campaignId)}::uuid[], ${list(({ conversionId }) => conversionId)}::uuid[],
      ${list(({ eventId }) => eventId)}::uuid[], ${list(({ idx }) => idx)}::smallint[],
      ${list(({ occasion }) => occasion)}::text[], ${list(({ method }) => method)}::text[],
      ${list(({ url }) => url)}::text[], ${list(encryptedHeaders)}::json[],
      ${list(({ body }) => body)}::text[], ${list(({ successText }) => successText)}::text[],
      ${list(({ receiver }) => receiver)}::text[], ${list(({ origin }) => origin)}::text[],
      ${list(({ visit }) => JSON.stringify(visitCells(visit)))}::json[], ${list(({ createdMs }) => createdMs)}::bigint[]
    ) WITH ORDINALITY AS given (id, workspace_id, campaign_id, conversion_id, event_id, idx, occasion, method, url, headers, body,
      success_text, receiver, origin, visit, created_ms, at)
    ORDER BY at
    ON CONFLICT DO NOTHING`.execute(executor);
}

/**
 * Marks jobs that have reached their deadline as failed. The usual cause is a receiver that was paused for most of that
 * time.
 */
export async function giveUpPostbackJobs(executor: Executor, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE postback_jobs SET state = 'failed', claim = NULL, finished_at = ${now}, last_error = 'gave_up'
    WHERE state = 'waiting' AND give_up_at < ${now}
      AND (claim IS NULL OR next_at < ${now})`.execute(executor);
  return Number(numAffectedRows ?? 0);
}

/**
 * Deletes jobs that finished longer ago than the workspace's retention or `keptDaysMax`, whichever is shorter. IDs
 * start with a timestamp, so the oldest jobs of each workspace are found without reading newer jobs. Returns the number
 * of deleted jobs.
 */
export async function deleteOldPostbackJobs(
  executor: Executor,
  { now, keptDaysMax, limit }: { now: Date; keptDaysMax: number; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    WITH cutoffs AS (
      SELECT id, ${now}::timestamptz - least(postback_days, ${keptDaysMax}::int) * interval '1 day' AS cutoff
      FROM workspaces
    ), past AS MATERIALIZED (
      SELECT job.id FROM cutoffs CROSS JOIN LATERAL (
        SELECT old.id FROM postback_jobs AS old
        WHERE old.workspace_id = cutoffs.id AND old.finished_at < cutoffs.cutoff
          AND old.id < (lpad(to_hex((extract(epoch FROM cutoffs.cutoff) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
        ORDER BY old.id LIMIT ${limit}
      ) AS job LIMIT ${limit}
    )
    DELETE FROM postback_jobs AS job USING past WHERE ${isSame('job.id', 'past.id')}`.execute(executor);
  return Number(numAffectedRows ?? 0);
}

export type PostbackNumbers = { waiting: number; oldestDueMs: number; pausedHosts: number };

/** Measures the queue for metrics. Jobs that are being sent and jobs for paused receivers do not count as late. */
export async function measurePostbackJobs(executor: Executor, now: Date): Promise<PostbackNumbers> {
  const { rows } = await sql<PostbackNumbers>`
    WITH RECURSIVE queues AS (${waitingQueues})
    SELECT (SELECT count(*)::int FROM postback_jobs WHERE state = 'waiting') AS waiting,
      (SELECT count(*)::int FROM postback_hosts WHERE paused_until > ${now}) AS "pausedHosts",
      greatest(0, coalesce(extract(epoch FROM ${now}::timestamptz - min(first.next_at)) * 1000, 0))::float8 AS "oldestDueMs"
    FROM queues
    LEFT JOIN postback_hosts AS host ON host.workspace_id = queues.workspace_id AND host.origin = queues.origin
    CROSS JOIN LATERAL (
      SELECT job.next_at FROM postback_jobs AS job
      WHERE job.workspace_id = queues.workspace_id AND job.origin = queues.origin AND job.state = 'waiting'
        AND ${isNextOfConversion}
      ORDER BY job.next_at LIMIT 1
    ) AS first
    WHERE host.paused_until IS NULL OR host.paused_until <= ${now}`.execute(executor);
  return rows[0] ?? { waiting: 0, oldestDueMs: 0, pausedHosts: 0 };
}

/**
 * Matches a `job` only if no earlier postback for the same conversion is waiting for the same receiver, so that an old
 * status never arrives last. `IS TRUE` and OFFSET 0 keep the lookup on the index by conversion, because a different
 * index or a join could make each job read a whole queue.
 */
export const isNextOfConversion = sql`NOT EXISTS (
  SELECT FROM postback_jobs AS earlier
  WHERE earlier.conversion_id = job.conversion_id
    AND (earlier.workspace_id = job.workspace_id AND earlier.origin = job.origin AND earlier.state = 'waiting') IS TRUE
    AND earlier.place < job.place OFFSET 0)`;

/** Finds due jobs by checking each queue separately, so that jobs that are not due yet do not slow down the query. */
export const duePostbacks = (now: Date) => sql`(
  WITH RECURSIVE queues AS (${waitingQueues})
  SELECT FROM queues CROSS JOIN LATERAL (
    SELECT FROM postback_jobs AS job WHERE job.workspace_id = queues.workspace_id AND job.origin = queues.origin
      AND job.state = 'waiting' AND job.next_at <= ${now} LIMIT 1
  ) AS first
) AS due`;

/**
 * Body of a recursive query named `queues` that lists each workspace and origin with waiting jobs. The query skips from
 * one queue to the next in the index, so the length of the queues does not matter.
 */
export const waitingQueues = sql`
  (SELECT workspace_id, origin FROM postback_jobs WHERE state = 'waiting' ORDER BY workspace_id, origin LIMIT 1)
  UNION ALL
  SELECT following.workspace_id, following.origin FROM queues CROSS JOIN LATERAL (
    SELECT job.workspace_id, job.origin FROM postback_jobs AS job
    WHERE job.state = 'waiting' AND (job.workspace_id, job.origin) > (queues.workspace_id, queues.origin)
    ORDER BY job.workspace_id, job.origin LIMIT 1
  ) AS following`;
