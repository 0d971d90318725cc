import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';

// Maximum delay of rows. Readers do not wait for rows that are delayed longer than this.
const maxDelayMs = 120_000;
// Covers clock differences and the usual time that a row takes from an edge to the inbox.
const settleMs = 5_000;

/**
 * Returns the time in milliseconds before which no more rows are expected in a workspace: apart from rows delayed by
 * more than `maxDelayMs`, all earlier rows have left the edges, the inbox, the outbox and the queue of postbacks that
 * are being sent. `claimMs` is the time for which a postback is claimed.
 */
export async function readSettledUntil(
  executor: Executor,
  workspaceId: string,
  claimMs: number,
): Promise<number> {
  const { rows } = await sql<{ untilMs: number }>`
    WITH clock AS (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms)
    SELECT floor(least(
      clock.ms - ${settleMs}::float8,
      (SELECT min(ms_of) FROM (
        SELECT extract(epoch FROM shipped_until)::float8 * 1000 AS ms_of FROM edges
        UNION ALL SELECT time_ms FROM outbox WHERE workspace_id = ${workspaceId}
        -- A batch is dated by its earliest row, which may be much older than the others.
        UNION ALL SELECT greatest(since_ms, clock.ms - ${maxDelayMs}::float8 + 1) FROM outbox_batches
          WHERE created_at > clock_timestamp() - ${maxDelayMs}::float8 * interval '1 millisecond'
        UNION ALL SELECT extract(epoch FROM received_at)::float8 * 1000 FROM inbox
          WHERE workspace_id = ${workspaceId} AND handled_at IS NULL
            AND received_at > clock_timestamp() - ${maxDelayMs}::float8 * interval '1 millisecond'
        UNION ALL SELECT extract(epoch FROM next_at)::float8 * 1000 - ${claimMs}::float8 FROM postback_jobs
          WHERE workspace_id = ${workspaceId} AND claim IS NOT NULL
      ) AS pending WHERE ms_of > clock.ms - ${maxDelayMs}::float8) - 1
    ))::float8 AS "untilMs" FROM clock`.execute(executor);
  return rows[0]?.untilMs ?? 0;
}
