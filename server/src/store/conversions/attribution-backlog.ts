import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';

export type AttributionBacklog = {
  /** Incoming postbacks without a final verdict, counted up to a limit. */
  waiting: number;
  oldestWaiting: Date | null;
  outboxRows: number;
  oldestOutbox: Date | null;
  refusedRows: number;
  /** Number of spools from stopped or crashed edges that may still contain rows. */
  stoppedSpools: number;
  stoppedSince: Date | null;
};

const countedMax = 1_000_000;

export async function readAttributionBacklog(executor: Executor): Promise<AttributionBacklog> {
  const { rows } = await sql<AttributionBacklog>`
    WITH waiting AS (
      -- Includes rows that are not due: a clock that ran ahead may have set next_at far in the future.
      SELECT least(received_at, next_at) AS since FROM inbox
      WHERE handled_at IS NULL AND (verdict IS NULL OR verdict = 'waiting')
      ORDER BY next_at LIMIT ${countedMax}
    ), stopped AS (
      SELECT shipped_until FROM edges WHERE lease_until <= clock_timestamp() AND spool IS NOT NULL
    ), pending AS (SELECT created_at, lines FROM outbox LIMIT ${countedMax})
    SELECT (SELECT count(*) FROM waiting)::float8 AS waiting, (SELECT min(since) FROM waiting) AS "oldestWaiting",
      ((SELECT coalesce(sum(lines), 0) FROM pending) + (SELECT coalesce(sum(rows), 0) FROM outbox_batches))::float8 AS "outboxRows",
      least((SELECT min(created_at) FROM pending), (SELECT min(created_at) FROM outbox_batches)) AS "oldestOutbox",
      (SELECT count(*) FROM outbox_refused)::float8 AS "refusedRows",
      (SELECT count(*) FROM stopped)::float8 AS "stoppedSpools", (SELECT min(shipped_until) FROM stopped) AS "stoppedSince"`.execute(
    executor,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the backlog query returned no rows');
  return row;
}
