import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';

/** What is recorded later than this after its moment is not waited for. */
const holdMs = 120_000;
/** Requests of networks are that long on their way from an edge to the inbox, usually; and no clock is exact. */
const settleMs = 5_000;

/**
 * The moment up to which no more rows are to be expected in a workspace: everything is recorded that edges have, that
 * waits in the inbox or in the outbox, and that calls under way will leave. `claimMs` is how long those are claimed for.
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
        -- A batch is known by its earliest row, which may be of long ago beside others of just now.
        UNION ALL SELECT greatest(since_ms, clock.ms - ${holdMs}::float8 + 1) FROM outbox_batches
          WHERE created_at > clock_timestamp() - ${holdMs}::float8 * interval '1 millisecond'
        UNION ALL SELECT extract(epoch FROM received_at)::float8 * 1000 FROM inbox
          WHERE workspace_id = ${workspaceId} AND handled_at IS NULL
            AND received_at > clock_timestamp() - ${holdMs}::float8 * interval '1 millisecond'
        UNION ALL SELECT extract(epoch FROM next_at)::float8 * 1000 - ${claimMs}::float8 FROM postback_jobs
          WHERE workspace_id = ${workspaceId} AND claim IS NOT NULL
      ) AS pending WHERE ms_of > clock.ms - ${holdMs}::float8) - 1
    ))::float8 AS "untilMs" FROM clock`.execute(executor);
  return rows[0]?.untilMs ?? 0;
}
