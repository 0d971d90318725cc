import { sql } from 'kysely';
import type { Executor } from './database.ts';

/**
 * How many milliseconds are left until a job is due; 0 where it is, and then it is the caller's for as long as the lease
 * lasts. One that was never done is due. All workers go by the clock of the database. A job that is due later than it can
 * have been put off was put off by a clock that was ahead, and is due now.
 */
export async function claimJob(
  executor: Executor,
  name: string,
  { leaseMs, everyMs }: { leaseMs: number; everyMs: number },
): Promise<number> {
  const longest = sql`make_interval(secs => ${Math.max(leaseMs, everyMs) / 1_000})`;
  await sql`
    INSERT INTO job_timetable (name, due_at) VALUES (${name}, '-infinity')
    ON CONFLICT (name) DO NOTHING`.execute(executor);
  const claimed = await sql`
    UPDATE job_timetable SET due_at = clock_timestamp() + make_interval(secs => ${leaseMs / 1_000})
    WHERE name = ${name} AND (due_at <= clock_timestamp() OR due_at > clock_timestamp() + ${longest})
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
