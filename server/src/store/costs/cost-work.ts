import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';
import { isSame } from '../database/lookup.ts';
import { always } from '../records/record-filter.ts';
import { costColumns, withCampaign, type CostEntryRow, type CostPart } from './cost-entries.ts';

/** An entry, and whose it is. */
type CostKey = { id: string; workspaceId: string };

/** Which entries are asked for; all where nothing is given. */
export type CostChoice = { id?: string; campaignId?: string };

/** Some of them still wait for others. */
export const dueEntries = sql`cost_entries AS entry
  WHERE status IN ('pending', 'withdrawing') AND leased_until < clock_timestamp()`;

/**
 * One entry that is to be spread or taken back, for this worker alone for a while; those to be taken back first, so that
 * a corrected amount takes the place of the wrong one. What is to be taken back waits until no insert of it can come
 * true any more. One that replaces what its visits cost waits for all that was entered before it, and what was entered
 * after it waits for that one: else it would replace too little, or too much.
 */
export async function claimCostEntry(
  executor: Executor,
  leaseMs: number,
  only: CostChoice = {},
): Promise<CostEntryRow | undefined> {
  const { rows } = await sql<CostEntryRow>`
    WITH candidates AS MATERIALIZED (
      SELECT entry.* FROM ${dueEntries}
        AND (status = 'pending' OR inserting_until < clock_timestamp())
        AND ${only.id === undefined ? always : sql`id = ${only.id}::uuid`}
        AND ${only.campaignId === undefined ? always : sql`campaign_id = ${only.campaignId}::uuid`}
      ORDER BY status DESC, place FOR NO KEY UPDATE SKIP LOCKED
    ), chosen AS (
      -- One candidate after the other: to ask this of all of them takes the square of their number.
      SELECT id FROM candidates AS candidate
      WHERE NOT (status = 'pending' AND EXISTS (
        SELECT FROM cost_entries AS earlier
        WHERE ${isSame('earlier.campaign_id', 'candidate.campaign_id')} AND earlier.place < candidate.place
          AND (earlier.workspace_id = candidate.workspace_id) IS TRUE AND earlier.status IN ('pending', 'withdrawing')
          AND earlier.from_at < candidate.until_at AND earlier.until_at > candidate.from_at
          AND 'replace' IN (earlier.mode, candidate.mode)))
      LIMIT 1
    ), entry AS (
      UPDATE cost_entries SET leased_until = ${later(leaseMs)} WHERE id = (SELECT id FROM chosen) RETURNING *
    )
    SELECT ${costColumns} FROM entry ${withCampaign}`.execute(executor);
  return rows[0];
}

/** Fixes the parts that an entry is spread in; a second worker gets those of the first. Undefined if it waits no more. */
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

/** Before a part is written: false where the entry has been withdrawn meanwhile, or is no longer this worker's to do. */
export async function beginCostPart(
  executor: Executor,
  { id, workspaceId }: CostKey,
  times: { leaseMs: number; insertMs: number },
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE cost_entries SET leased_until = ${later(times.leaseMs)},
      inserting_until = greatest(inserting_until, ${later(times.insertMs)})
    WHERE workspace_id = ${workspaceId} AND id = ${id}::uuid AND status = 'pending' RETURNING id`.execute(
    executor,
  );
  return rows.length > 0;
}

/** A part is written. Whoever says so late does not take the mark away from a part that is being written since. */
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

/** All of it is written; false where it has been withdrawn meanwhile. */
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

/** For an entry that cannot be spread over its visits: it fails, after rows that were written already are taken back. */
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

/** All of it is taken back. */
export async function finishCostWithdrawal(executor: Executor, { id, workspaceId }: CostKey): Promise<void> {
  await sql`
    UPDATE cost_entries SET status = CASE WHEN reason IS NULL THEN 'withdrawn' ELSE 'failed' END,
      leased_until = '-infinity'
    WHERE workspace_id = ${workspaceId} AND id = ${id}::uuid AND status = 'withdrawing'`.execute(executor);
}

/** Keeps an entry for this worker. */
export async function renewCostLease(
  executor: Executor,
  { id, workspaceId }: CostKey,
  leaseMs: number,
): Promise<void> {
  await sql`UPDATE cost_entries SET leased_until = ${later(leaseMs)} WHERE workspace_id = ${workspaceId} AND id = ${id}::uuid`.execute(
    executor,
  );
}

/** Something went wrong that may pass: twice as long as the last time, up to a minute. */
export async function postponeCostEntry(executor: Executor, { id, workspaceId }: CostKey): Promise<void> {
  await sql`
    UPDATE cost_entries SET attempts = least(attempts + 1, 16),
      leased_until = clock_timestamp() + least(60, power(2, least(attempts, 6))) * interval '1 second'
    WHERE workspace_id = ${workspaceId} AND id = ${id}::uuid`.execute(executor);
}

/** Entries that were spread or withdrawn and are of this moment or later, the last entered first. */
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

/** Has an entry spread or withdrawn once more. What is written already stays as it is. */
export async function repeatCostEntry(executor: Executor, { id, workspaceId }: CostKey): Promise<void> {
  await sql`
    UPDATE cost_entries SET status = CASE status WHEN 'spread' THEN 'pending' ELSE 'withdrawing' END, parts_done = 0,
      attempts = 0, leased_until = '-infinity'
    WHERE workspace_id = ${workspaceId} AND id = ${id}::uuid AND status IN ('spread', 'withdrawn')`.execute(
    executor,
  );
}

function later(ms: number) {
  return sql`clock_timestamp() + ${ms}::float8 * interval '1 millisecond'`;
}
