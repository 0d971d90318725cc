import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';
import { isSame } from '../database/lookup.ts';

export async function deleteOldRequests(executor: Executor, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    WITH old AS MATERIALIZED (SELECT id FROM inbox WHERE received_at < ${before} LIMIT ${limit})
    DELETE FROM inbox USING old WHERE ${isSame('inbox.id', 'old.id')}`.execute(executor);
  return Number(numAffectedRows);
}

export async function deleteOldRefusedRows(executor: Executor, before: Date): Promise<void> {
  await sql`DELETE FROM outbox_refused WHERE refused_at < ${before}`.execute(executor);
}

// Visits are kept for at least the longest attribution window, plus a month during which expired rows are deleted.
const daysMin = 366;
const spareDays = 30;
const dayMs = 86_400_000;

/**
 * Deletes visits that are older than every retention and attribution window, together with their conversions, because
 * no event can apply to these visits anymore. The age comes from the visit ID, which starts with a timestamp.
 */
export async function deleteOldAttributedVisits(
  executor: Executor,
  now: Date,
  limit: number,
): Promise<number> {
  const latestMs = now.getTime() - (daysMin + spareDays) * dayMs;
  const visitMs = sql`('x' || substr(replace(visit_id::text, '-', ''), 1, 12))::bit(48)::bigint`;
  const { numAffectedRows = 0n } = await sql`
    WITH old AS MATERIALIZED (
      SELECT visit_id FROM attributed_visits JOIN workspaces ON workspaces.id = attributed_visits.workspace_id
      WHERE visit_id < ${smallestIdAt(latestMs)}::uuid
        AND to_timestamp(${visitMs} / 1000.0)
          < ${now}::timestamptz - (greatest(visit_days, event_days, ${daysMin}::int) + ${spareDays}::int) * interval '1 day'
      ORDER BY visit_id LIMIT ${limit}
    )
    DELETE FROM attributed_visits USING old WHERE ${isSame('attributed_visits.visit_id', 'old.visit_id')}`.execute(
    executor,
  );
  return Number(numAffectedRows);
}

function smallestIdAt(timeMs: number): string {
  const time = Math.max(0, timeMs).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}
