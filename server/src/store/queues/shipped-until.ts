import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';

// Reports do not wait for an edge that has been offline for longer than this, because its disk may be lost.
const edgeAbsenceMax = "interval '1 day'";

/**
 * Returns the time up to which reports are complete: rows after that time may still be in an edge's spool or the
 * outbox.
 */
export async function readShippedUntil(executor: Executor): Promise<Date> {
  const { rows } = await sql<{ until: Date }>`
    SELECT least(
      clock_timestamp(),
      (SELECT min(shipped_until) FROM edges WHERE lease_until > clock_timestamp() - ${sql.raw(edgeAbsenceMax)}),
      (SELECT min(created_at) FROM outbox),
      (SELECT min(created_at) FROM outbox_batches)) AS until`.execute(executor);
  return rows[0]?.until ?? new Date(0);
}

/** Returns the time up to which all live edges have shipped their rows, or undefined if no edge is live. */
export async function readEdgesShippedUntil(executor: Executor): Promise<Date | undefined> {
  const { rows } = await sql<{ until: Date | null }>`
    SELECT min(shipped_until) AS until FROM edges WHERE lease_until > clock_timestamp()`.execute(executor);
  return rows[0]?.until ?? undefined;
}
