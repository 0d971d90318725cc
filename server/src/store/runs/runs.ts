import type { RunState } from '@waypost/contract/api/runs.ts';
import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';

export type RunKind = 'dry-run' | 'replay-preview' | 'replay';

export type RunRow = {
  id: string;
  workspaceId: string;
  kind: RunKind;
  subjectId: string | null;
  input: unknown;
  state: RunState;
  done: number;
  total: number | null;
  /** State that a worker saves so that another worker can continue the run. */
  kept: unknown;
  result: unknown;
  failure: string | null;
  begun: number;
  createdAt: Date;
  endedAt: Date | null;
  actorType: string | null;
  actorId: string | null;
  actorLabel: string | null;
};

const columns = sql`id, workspace_id AS "workspaceId", kind, subject_id AS "subjectId", input, state,
  done::float8 AS done, total::float8 AS total, kept, result, failure, begun, created_at AS "createdAt",
  ended_at AS "endedAt", actor_type AS "actorType", actor_id AS "actorId", actor_label AS "actorLabel"`;

type NewRun = Pick<
  RunRow,
  'id' | 'workspaceId' | 'kind' | 'subjectId' | 'input' | 'createdAt' | 'actorType' | 'actorId' | 'actorLabel'
>;

/** Returns false if the workspace already has `openMax` open runs of these kinds. */
export async function insertRun(
  executor: Executor,
  row: NewRun,
  { kinds, openMax }: { kinds: readonly RunKind[]; openMax: number },
): Promise<boolean> {
  // Only one request at a time holds this lock, so that two requests cannot both take the last slot.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`runs ${row.workspaceId}`}, 0))`.execute(
    executor,
  );
  const { rows } = await sql`
    INSERT INTO runs (id, workspace_id, kind, subject_id, input, created_at, actor_type, actor_id, actor_label)
    SELECT ${row.id}::uuid, ${row.workspaceId}::uuid, ${row.kind}, ${row.subjectId}::uuid,
      ${JSON.stringify(row.input)}::jsonb, ${row.createdAt}::timestamptz, ${row.actorType}, ${row.actorId}::uuid,
      ${row.actorLabel}
    WHERE ${openMax} > (SELECT count(*) FROM runs WHERE workspace_id = ${row.workspaceId}
      AND kind = ANY(${[...kinds]}::text[]) AND state IN ('waiting', 'running'))
    RETURNING id`.execute(executor);
  return rows.length > 0;
}

export async function findRun(
  executor: Executor,
  workspaceId: string,
  kinds: readonly RunKind[],
  id: string,
): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`SELECT ${columns} FROM runs
    WHERE workspace_id = ${workspaceId} AND id = ${id} AND kind = ANY(${[...kinds]}::text[])`.execute(
    executor,
  );
  return rows[0];
}

export async function listRuns(
  executor: Executor,
  workspaceId: string,
  kinds: readonly RunKind[],
  limit: number,
): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`SELECT ${columns} FROM runs
    WHERE workspace_id = ${workspaceId} AND kind = ANY(${[...kinds]}::text[])
    ORDER BY created_at DESC, id DESC LIMIT ${limit}`.execute(executor);
  return rows;
}

/** Stops a run that has not ended. The worker notices this at its next progress report. */
export async function stopRunRow(
  executor: Executor,
  workspaceId: string,
  id: string,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`UPDATE runs SET state = 'stopped', ended_at = ${now}
    WHERE workspace_id = ${workspaceId} AND id = ${id} AND state IN ('waiting', 'running') RETURNING id`.execute(
    executor,
  );
  return rows.length > 0;
}

const leaseEnd = (leaseMs: number) => sql`clock_timestamp() + make_interval(secs => ${leaseMs / 1_000})`;

export const dueRuns = sql`runs WHERE state IN ('waiting', 'running') AND leased_until < clock_timestamp()`;

/** Claims the oldest run that is waiting or whose lease has expired. */
export async function claimRun(
  executor: Executor,
  kinds: readonly RunKind[],
  leaseMs: number,
): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`
    UPDATE runs SET state = 'running', begun = begun + 1, leased_until = ${leaseEnd(leaseMs)}
    WHERE id = (SELECT id FROM ${dueRuns}
      AND kind = ANY(${[...kinds]}::text[]) ORDER BY created_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)
    RETURNING ${columns}`.execute(executor);
  return rows[0];
}

type ClaimedRun = Pick<RunRow, 'id' | 'begun'>;

/** Renews the lease. Returns false if the run was stopped or claimed by another worker. */
export async function reportRunProgress(
  executor: Executor,
  { id, begun }: ClaimedRun,
  { done, total, kept = null, leaseMs }: { done: number; total: number; kept?: unknown; leaseMs: number },
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE runs SET done = ${done}, total = ${total}, leased_until = ${leaseEnd(leaseMs)},
      kept = ${kept === null ? null : JSON.stringify(kept)}::jsonb
    WHERE id = ${id} AND begun = ${begun} AND state = 'running' RETURNING id`.execute(executor);
  return rows.length > 0;
}

export async function endRun(
  executor: Executor,
  { id, begun }: ClaimedRun,
  outcome: { result?: unknown; failure?: string; now: Date },
): Promise<void> {
  const { result = null, failure = null, now } = outcome;
  await sql`UPDATE runs SET state = ${failure === null ? 'done' : 'failed'}, ended_at = ${now}, failure = ${failure},
      done = CASE WHEN ${failure}::text IS NULL THEN coalesce(total, done) ELSE done END,
      result = ${result === null ? null : JSON.stringify(result)}::jsonb
    WHERE id = ${id} AND begun = ${begun} AND state = 'running'`.execute(executor);
}

export async function deleteOldRuns(executor: Executor, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`DELETE FROM runs WHERE created_at < ${before}`.execute(executor);
  return Number(numAffectedRows ?? 0n);
}
