import { sql } from 'kysely';
import type { HostFailures } from '../../domain/postbacks/judge-host.ts';
import type { Executor } from '../database/database.ts';
import { isSame } from '../database/lookup.ts';

export type HostKey = { workspaceId: string; origin: string };

const failureColumns = sql`failures, (extract(epoch FROM failing_since) * 1000)::float8 AS "failingSinceMs",
  last_error AS "lastError", pauses, (extract(epoch FROM paused_at) * 1000)::float8 AS "pausedAtMs",
  (extract(epoch FROM paused_until) * 1000)::float8 AS "pausedUntilMs"`;

function unnestKeys(keys: readonly HostKey[]) {
  return sql`(SELECT DISTINCT * FROM unnest(
    ${keys.map(({ workspaceId }) => workspaceId)}::uuid[], ${keys.map(({ origin }) => origin)}::text[]
  ) AS given (workspace_id, origin) ORDER BY 1, 2) AS given`;
}

/** Locks hosts in a fixed order to prevent deadlocks between workers. */
export async function lockPostbackHosts(
  executor: Executor,
  keys: readonly HostKey[],
): Promise<(HostKey & HostFailures)[]> {
  const { rows } = await sql<HostKey & HostFailures>`
    SELECT given.workspace_id AS "workspaceId", given.origin, host.*
    FROM ${unnestKeys(keys)} CROSS JOIN LATERAL (
      SELECT ${failureColumns} FROM postback_hosts AS host
      WHERE host.workspace_id = given.workspace_id AND host.origin = given.origin FOR UPDATE
    ) AS host`.execute(executor);
  return rows;
}

export async function savePostbackHosts(
  executor: Executor,
  hosts: readonly (HostKey & HostFailures)[],
): Promise<void> {
  const list = <Value>(pick: (host: HostKey & HostFailures) => Value) => hosts.map(pick);
  await sql`
    INSERT INTO postback_hosts (workspace_id, origin, failures, failing_since, last_error, pauses, paused_at, paused_until)
    SELECT workspace_id, origin, failures, to_timestamp(failing_since / 1000), last_error, pauses,
      to_timestamp(paused_at / 1000), to_timestamp(paused_until / 1000)
    FROM unnest(
      ${list(({ workspaceId }) => workspaceId)}::uuid[], ${list(({ origin }) => origin)}::text[],
      ${list(({ failures }) => failures)}::int[], ${list(({ failingSinceMs }) => failingSinceMs)}::float8[],
      ${list(({ lastError }) => lastError)}::text[], ${list(({ pauses }) => pauses)}::int[],
      ${list(({ pausedAtMs }) => pausedAtMs)}::float8[], ${list(({ pausedUntilMs }) => pausedUntilMs)}::float8[]
    ) AS given (workspace_id, origin, failures, failing_since, last_error, pauses, paused_at, paused_until)
    ORDER BY workspace_id, origin
    ON CONFLICT (workspace_id, origin) DO UPDATE SET failures = excluded.failures, failing_since = excluded.failing_since,
      last_error = excluded.last_error, pauses = excluded.pauses, paused_at = excluded.paused_at,
      paused_until = excluded.paused_until`.execute(executor);
}

export async function deletePostbackHosts(executor: Executor, keys: readonly HostKey[]): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM postback_hosts AS host USING ${unnestKeys(keys)}
    WHERE ${isSame('host.workspace_id', 'given.workspace_id')} AND ${isSame('host.origin', 'given.origin')}`.execute(
    executor,
  );
  return Number(numAffectedRows ?? 0);
}

// Far more receivers than any workspace is expected to have.
const hostsMax = 500;

type ReceiverRow = {
  origin: string;
  waiting: number;
  delivered: number;
  failed: number;
  pausedUntil: Date | null;
  lastError: string | null;
};

// Only this many of the newest jobs are counted, to limit the cost for very large workspaces.
const jobsMax = 200_000;

export async function listReceivers(
  executor: Executor,
  workspaceId: string,
  now: Date,
): Promise<ReceiverRow[]> {
  const { rows } = await sql<ReceiverRow>`
    SELECT origin, coalesce(waiting, 0) AS waiting, coalesce(delivered, 0) AS delivered, coalesce(failed, 0) AS failed,
      paused_until AS "pausedUntil", last_error AS "lastError"
    FROM (
      SELECT origin, count(*) FILTER (WHERE state = 'waiting')::int AS waiting,
        count(*) FILTER (WHERE state = 'delivered')::int AS delivered, count(*) FILTER (WHERE state = 'failed')::int AS failed
      FROM (
        SELECT origin, state FROM postback_jobs WHERE workspace_id = ${workspaceId}
          AND (state = 'waiting' OR created_at > ${now}::timestamptz - interval '7 days')
        ORDER BY id DESC LIMIT ${jobsMax}) AS job
      GROUP BY origin) AS counted
    FULL JOIN (
      SELECT origin, paused_until, last_error FROM postback_hosts
      WHERE workspace_id = ${workspaceId} AND paused_until > ${now}) AS paused USING (origin)
    ORDER BY origin LIMIT ${hostsMax}`.execute(executor);
  return rows;
}

type PausedHost = {
  origin: string;
  failures: number;
  failingSince: Date;
  lastError: string;
  pausedAt: Date;
  pausedUntil: Date;
  waiting: number;
};

/** Lists paused hosts, including hosts whose pause has ended but which have not yet accepted a postback. */
export async function listPausedHosts(executor: Executor, workspaceId: string): Promise<PausedHost[]> {
  const { rows } = await sql<PausedHost>`
    SELECT origin, failures, failing_since AS "failingSince", last_error AS "lastError", paused_at AS "pausedAt",
      paused_until AS "pausedUntil", (
        SELECT count(*)::int FROM postback_jobs AS job
        WHERE job.workspace_id = host.workspace_id AND job.origin = host.origin AND job.state = 'waiting'
      ) AS waiting
    FROM postback_hosts AS host WHERE workspace_id = ${workspaceId} AND paused_until IS NOT NULL
    ORDER BY paused_at, origin LIMIT ${hostsMax}`.execute(executor);
  return rows;
}
