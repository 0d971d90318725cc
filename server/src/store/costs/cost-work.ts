import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';
import { isSame } from '../database/lookup.ts';
import { always } from '../records/record-filter.ts';
import { costColumns, withCampaign, type CostEntryRow, type CostPart } from './cost-entries.ts';

type CostKey = { id: string; workspaceId: string };

export type CostEntryFilter = { id?: string; campaignId?: string };

export const dueEntries = sql`cost_entries AS entry
  WHERE status IN ('pending', 'withdrawing') AND leased_until < clock_timestamp()`;

/**
 * Claims one entry to distribute or reverse. Reversals come first, so that a wrong amount is removed before its
 * correction is distributed. An entry is reversed only once its pending inserts can no longer succeed. A `replace`
 * entry waits for all earlier entries that apply to the same visits, and later entries wait for the `replace` entry.
 * Otherwise, the `replace` entry would replace too much or too little of the cost.
 */
export async function claimCostEntry(
  executor: Executor,
  leaseMs: number,
  only: CostEntryFilter = {},
): Promise<CostEntryRow | undefined> {
  const { rows } = await sql<CostEntryRow>`
    WITH candidates AS MATERIALIZED (
      SELECT entry.* FROM ${dueEntries}
        AND (status = 'pending' OR inserting_until < clock_timestamp())
        AND ${only.id === undefined ? always : sql`id = ${only.id}::uuid`}
        AND ${only.campaignId === undefined ? always : sql`campaign_id = ${only.campaignId}::uuid`}
      ORDER BY status DESC, place FOR NO KEY UPDATE SKIP LOCKED
    ), chosen AS (
      -- Checks candidates one by one until the first match; checking all of them would take quadratic time.
      SELECT id FROM candidates AS candidate
      WHERE NOT (status = 'pending' AND EXISTS (
        SELECT FROM cost_entries AS earlier
        WHERE ${isSame('earlier.campaign_id', 'candidate.campaign_id')} AND earlier.place < candidate.place
          AND (earlier.workspace_id = candidate.workspace_id) IS TRUE AND earlier.status IN ('pending', 'withdrawing')
          AND earlier.from_at < candidate.until_at AND earlier.until_at > candidate.from_at
          AND 'replace' IN (earlier.mode, candidate.mode)))
      LIMIT 1
    ), entry AS (
      UPDATE cost_entries SET leased_until = ${fromNow(leaseMs)} WHERE id = (SELECT id FROM chosen) RETURNING *
    )
    SELECT ${costColumns} FROM entry ${withCampaign}`.execute(executor);
  return rows[0];
}

/**
 * Saves the parts into which an entry is divided, or returns the parts that another worker has already saved. Returns
 * undefined if the entry is no longer pending.
 */
export async function saveCostPlan(
  executor: Executor,
  { id, workspaceId }: CostKey,
  parts: readonly CostPart[],
): Promise<CostPart[] | undefined> {
  const { rows } = await sql<{ parts: CostPart[] }>`
    UPDATE cost_entries SET parts = coalesce(parts, ${JSON.stringify(parts)}::jsonb),
      visits = coalesce(visits, ${parts.reduce((sum, { visits }) => sum + visits, 0)}::bigint)
    WHERE workspace_id = ${workspaceId} AND id = ${id}::uuid AND status = 'pending' RETURNING parts`.execute(
    executor,
  );
  return rows[0]?.parts;
}

export async function beginCostPart(
  executor: Executor,
  { id, workspaceId }: CostKey,
  times: { leaseMs: number; insertMs: number },
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE cost_entries SET leased_until = ${fromNow(times.leaseMs)},
      inserting_until = greatest(inserting_until, ${fromNow(times.insertMs)})
    WHERE workspace_id = ${workspaceId} AND id = ${id}::uuid AND status = 'pending' RETURNING id`.execute(
    executor,
  );
  return rows.length > 0;
}

/**
 * Marks a part as written. If the part was already marked, keeps `inserting_until`, because a later part may be in
 * progress.
 */
export async function saveCostPart(
  executor: Executor,
  { id, workspaceId }: CostKey,
  part: { index: number; rows: number; takenOut?: string },
): Promise<void> {
  const { index, ...written } = part;
  await sql`
    UPDATE cost_entries SET
      parts = jsonb_set(parts, ARRAY[${String(index)}], parts -> ${index}::int || ${JSON.stringify(written)}::jsonb),
      parts_done = greatest(parts_done, ${index + 1}), attempts = 0,
      inserting_until = CASE WHEN parts_done <= ${index} THEN '-infinity' ELSE inserting_until END
    WHERE workspace_id = ${workspaceId} AND id = ${id}::uuid`.execute(executor);
}

export async function finishCostSpread(
  executor: Executor,
  { id, workspaceId }: CostKey,
  visits: number,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE cost_entries SET status = 'spread', visits = ${visits}::bigint, leased_until = '-infinity'
    WHERE workspace_id = ${workspaceId} AND id = ${id}::uuid AND status = 'pending' RETURNING id`.execute(
    executor,
  );
  return rows.length > 0;
}

/** Marks the entry as failed. If rows may have been written, they are reversed first. */
export async function failCostEntry(
  executor: Executor,
  { id, workspaceId }: CostKey,
  { reason, now }: { reason: string; now: Date },
): Promise<void> {
  await sql`
    UPDATE cost_entries SET status = CASE WHEN parts IS NULL THEN 'failed' ELSE 'withdrawing' END,
      withdrawn_at = CASE WHEN parts IS NULL THEN withdrawn_at ELSE ${now} END,
      reason = ${reason}, leased_until = '-infinity'
    WHERE workspace_id = ${workspaceId} AND id = ${id}::uuid AND status = 'pending'`.execute(executor);
}

export async function finishCostWithdrawal(executor: Executor, { id, workspaceId }: CostKey): Promise<void> {
  await sql`
    UPDATE cost_entries SET status = CASE WHEN reason IS NULL THEN 'withdrawn' ELSE 'failed' END,
      leased_until = '-infinity'
    WHERE workspace_id = ${workspaceId} AND id = ${id}::uuid AND status = 'withdrawing'`.execute(executor);
}

export async function renewCostLease(
  executor: Executor,
  { id, workspaceId }: CostKey,
  leaseMs: number,
): Promise<void> {
  await sql`UPDATE cost_entries SET leased_until = ${fromNow(leaseMs)} WHERE workspace_id = ${workspaceId} AND id = ${id}::uuid`.execute(
    executor,
  );
}

export async function postponeCostEntry(executor: Executor, { id, workspaceId }: CostKey): Promise<void> {
  await sql`
    UPDATE cost_entries SET attempts = least(attempts + 1, 16),
      leased_until = clock_timestamp() + least(60, power(2, least(attempts, 6))) * interval '1 second'
    WHERE workspace_id = ${workspaceId} AND id = ${id}::uuid`.execute(executor);
}

export async function listRecentCosts(
  executor: Executor,
  since: Date,
  limit: number,
): Promise<CostEntryRow[]> {
  const { rows } = await sql<CostEntryRow>`
    SELECT ${costColumns} FROM cost_entries AS entry ${withCampaign}
    WHERE entry.status IN ('spread', 'withdrawn') AND greatest(entry.created_at, entry.withdrawn_at) >= ${since}
    ORDER BY entry.place DESC LIMIT ${limit}`.execute(executor);
  return rows;
}

/** Queues the entry to be distributed or reversed again. Rows that were already written are kept. */
export async function repeatCostEntry(executor: Executor, { id, workspaceId }: CostKey): Promise<void> {
  await sql`
    UPDATE cost_entries SET status = CASE status WHEN 'spread' THEN 'pending' ELSE 'withdrawing' END, parts_done = 0,
      attempts = 0, leased_until = '-infinity'
    WHERE workspace_id = ${workspaceId} AND id = ${id}::uuid AND status IN ('spread', 'withdrawn')`.execute(
    executor,
  );
}

function fromNow(ms: number) {
  return sql`clock_timestamp() + ${ms}::float8 * interval '1 millisecond'`;
}
