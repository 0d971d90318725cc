import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';

/** An edge that has been away for longer no longer holds reports back: its disk may be gone for good. */
const edgeAwayMax = "interval '1 day'";

/** Up to when everything that was recorded is in reports: rows of edges, and those that wait here. */
export async function readShippedUntil(executor: Executor): Promise<Date> {
  const { rows } = await sql<{ until: Date }>`
    SELECT least(
      clock_timestamp(),
      (SELECT min(shipped_until) FROM edges WHERE lease_until > clock_timestamp() - ${sql.raw(edgeAwayMax)}),
      (SELECT min(created_at) FROM outbox),
      (SELECT min(created_at) FROM outbox_batches)) AS until`.execute(executor);
  return rows[0]?.until ?? new Date(0);
}

/** Up to when everything that edges recorded is there, those that are away left out; undefined where none is alive. */
export async function readEdgesShippedUntil(executor: Executor): Promise<Date | undefined> {
  const { rows } = await sql<{ until: Date | null }>`
    SELECT min(shipped_until) AS until FROM edges WHERE lease_until > clock_timestamp()`.execute(executor);
  return rows[0]?.until ?? undefined;
}
