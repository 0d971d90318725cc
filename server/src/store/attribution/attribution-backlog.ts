import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';

export type AttributionBacklog = {
  /** Requests that nobody has looked at, or whose visit is looked for; counted up to a limit. */
  waiting: number;
  /** When the oldest of them came. */
  oldestWaiting: Date | null;
  /** Rows that are not in reports yet. */
  outboxRows: number;
  oldestOutbox: Date | null;
  /** Rows that it cannot read. */
  refusedRows: number;
  /** Spools of edges that stopped or died and that may still hold rows, and up to when the oldest was shipped. */
  stoppedSpools: number;
  stoppedSince: Date | null;
};

const countedMax = 1_000_000;

/** Of the whole installation: for the worker's own figures. */
export async function readAttributionBacklog(executor: Executor): Promise<AttributionBacklog> {
  const { rows } = await sql<AttributionBacklog>`
    WITH waiting AS (
      -- Whatever time they wait until: a clock that was ahead may have put it far away.
      SELECT least(received_at, next_at) AS since FROM inbox
      WHERE handled_at IS NULL AND (verdict IS NULL OR verdict = 'waiting')
      ORDER BY next_at LIMIT ${countedMax}
    ), stopped AS (
      SELECT shipped_until FROM edges WHERE lease_until <= clock_timestamp() AND spool IS NOT NULL
    ), loose AS (SELECT created_at, lines FROM outbox LIMIT ${countedMax})
    SELECT (SELECT count(*) FROM waiting)::float8 AS waiting, (SELECT min(since) FROM waiting) AS "oldestWaiting",
      ((SELECT coalesce(sum(lines), 0) FROM loose) + (SELECT coalesce(sum(rows), 0) FROM outbox_batches))::float8 AS "outboxRows",
      least((SELECT min(created_at) FROM loose), (SELECT min(created_at) FROM outbox_batches)) AS "oldestOutbox",
      (SELECT count(*) FROM outbox_refused)::float8 AS "refusedRows",
      (SELECT count(*) FROM stopped)::float8 AS "stoppedSpools", (SELECT min(shipped_until) FROM stopped) AS "stoppedSince"`.execute(
    executor,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('there is no answer');
  return row;
}
