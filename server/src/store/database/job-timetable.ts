import { sql } from 'kysely';
import type { Executor } from './database.ts';

/**
 * Claims a due job for `leaseMs` and returns 0, or returns the milliseconds until the job is due. A job that has never
 * run is due. All workers use the database's clock. A job is also due if its due time is later than any lease or
 * interval allows, because a clock that ran ahead must have set that time.
 */
export async function claimJob(
  executor: Executor,
  name: string,
  { leaseMs, everyMs }: { leaseMs: number; everyMs: number },
): Promise<number> {
  const longestDelay = sql`make_interval(secs => ${Math.max(leaseMs, everyMs) / 1_000})`;
  await sql`
    INSERT INTO job_timetable (name, due_at) VALUES (${name}, '-infinity')
    ON CONFLICT (name) DO NOTHING`.execute(executor);
  const claimed = await sql`
    UPDATE job_timetable SET due_at = clock_timestamp() + make_interval(secs => ${leaseMs / 1_000})
    WHERE name = ${name} AND (due_at <= clock_timestamp() OR due_at > clock_timestamp() + ${longestDelay})
    RETURNING name`.execute(executor);
  if (claimed.rows.length > 0) return 0;
  const { rows } = await sql<{ leftMs: number }>`
    SELECT (extract(epoch FROM due_at - clock_timestamp()) * 1000)::float8 AS "leftMs"
    FROM job_timetable WHERE name = ${name}`.execute(executor);
  return Math.max(1, rows[0]?.leftMs ?? 0);
}

export async function postponeJob(executor: Executor, name: string, inMs: number): Promise<void> {
  await sql`
    UPDATE job_timetable SET due_at = clock_timestamp() + make_interval(secs => ${inMs / 1_000})
    WHERE name = ${name}`.execute(executor);
}
