import type { DryRunResult, DryRunState } from '@waypost/contract/dry-runs.ts';
import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';

export type DryRunRow = {
  id: string;
  workspaceId: string;
  rotatorId: string;
  /** As it was given, and found right. */
  input: unknown;
  state: DryRunState;
  looked: number;
  ofVisits: number | null;
  result: DryRunResult | null;
  failure: string | null;
  begun: number;
  createdAt: Date;
  endedAt: Date | null;
};

const columns = sql`id, workspace_id AS "workspaceId", rotator_id AS "rotatorId", input, state, looked::float8 AS looked,
  of_visits::float8 AS "ofVisits", result, failure, begun, created_at AS "createdAt", ended_at AS "endedAt"`;

type NewDryRun = Pick<DryRunRow, 'id' | 'workspaceId' | 'rotatorId' | 'input' | 'createdAt'>;

/** False where the workspace has so many open already. */
export async function insertDryRun(executor: Executor, row: NewDryRun, openMax: number): Promise<boolean> {
  // One after the other, or two would both find the last place free.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`dry runs ${row.workspaceId}`}, 0))`.execute(
    executor,
  );
  const { rows } = await sql`
    INSERT INTO dry_runs (id, workspace_id, rotator_id, input, created_at)
    SELECT ${row.id}, ${row.workspaceId}, ${row.rotatorId}, ${JSON.stringify(row.input)}, ${row.createdAt}
    WHERE ${openMax} > (SELECT count(*) FROM dry_runs
      WHERE workspace_id = ${row.workspaceId} AND state IN ('waiting', 'running'))
    RETURNING id`.execute(executor);
  return rows.length > 0;
}

export async function findDryRun(
  executor: Executor,
  workspaceId: string,
  id: string,
): Promise<DryRunRow | undefined> {
  const { rows } = await sql<DryRunRow>`
    SELECT ${columns} FROM dry_runs WHERE workspace_id = ${workspaceId} AND id = ${id}`.execute(executor);
  return rows[0];
}

/** One that has ended stays as it is. Whoever is at it finds out with its next sign of life. */
export async function stopDryRunRow(
  executor: Executor,
  workspaceId: string,
  id: string,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`UPDATE dry_runs SET state = 'stopped', ended_at = ${now}
    WHERE workspace_id = ${workspaceId} AND id = ${id} AND state IN ('waiting', 'running') RETURNING id`.execute(
    executor,
  );
  return rows.length > 0;
}

const later = (leaseMs: number) => sql`clock_timestamp() + make_interval(secs => ${leaseMs / 1_000})`;

/** The one that has waited longest, or whose worker has given no sign of life; it is the caller's for the lease. */
export async function claimDryRun(executor: Executor, leaseMs: number): Promise<DryRunRow | undefined> {
  const { rows } = await sql<DryRunRow>`
    UPDATE dry_runs SET state = 'running', begun = begun + 1, leased_until = ${later(leaseMs)}
    WHERE id = (SELECT id FROM dry_runs WHERE state IN ('waiting', 'running') AND leased_until < clock_timestamp()
      ORDER BY created_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)
    RETURNING ${columns}`.execute(executor);
  return rows[0];
}

type Whose = Pick<DryRunRow, 'id' | 'begun'>;

/** A sign of life; false where it was stopped, or is another worker's by now. */
export async function noteDryRun(
  executor: Executor,
  { id, begun }: Whose,
  { looked, of, leaseMs }: { looked: number; of: number; leaseMs: number },
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE dry_runs SET looked = ${looked}, of_visits = ${of}, leased_until = ${later(leaseMs)}
    WHERE id = ${id} AND begun = ${begun} AND state = 'running' RETURNING id`.execute(executor);
  return rows.length > 0;
}

/** A result, or why there is none. */
export async function endDryRun(
  executor: Executor,
  { id, begun }: Whose,
  ending: { result?: DryRunResult; failure?: string; now: Date },
): Promise<void> {
  const { result, failure = null, now } = ending;
  await sql`UPDATE dry_runs SET state = ${failure === null ? 'done' : 'failed'}, ended_at = ${now}, failure = ${failure},
      looked = ${result?.looked ?? 0}, result = ${result === undefined ? null : JSON.stringify(result)}
    WHERE id = ${id} AND begun = ${begun} AND state = 'running'`.execute(executor);
}

export async function deleteOldDryRuns(executor: Executor, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`DELETE FROM dry_runs WHERE created_at < ${before}`.execute(executor);
  return Number(numAffectedRows ?? 0n);
}

/** By campaign: what its source calls its parameters, and whether whole addresses are recorded. */
export async function readRecording(
  executor: Executor,
  workspaceId: string,
): Promise<{
  addressPrivacy: string;
  sources: { campaignId: string; clickIdParam: string | null; tokens: { index: number; param: string }[] }[];
}> {
  const { rows: sources } = await sql<{
    campaignId: string;
    clickIdParam: string | null;
    tokens: { index: number; param: string }[];
  }>`
    SELECT campaign.id AS "campaignId", source.click_id_param AS "clickIdParam", source.tokens
    FROM campaigns AS campaign JOIN traffic_sources AS source ON source.id = campaign.traffic_source_id
    WHERE campaign.workspace_id = ${workspaceId}`.execute(executor);
  const { rows } = await sql<{ privacy: string }>`
    SELECT address_privacy AS privacy FROM workspaces WHERE id = ${workspaceId}`.execute(executor);
  return { addressPrivacy: rows[0]?.privacy ?? 'none', sources };
}
