import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';
import { isSame } from '../database/lookup.ts';

/**
 * A row for the table `events`: the values of `eventColumns`, separated by tabs. An entry can also contain several rows
 * that have the same time and must become visible together; these rows are separated by newlines.
 */
export type OutboxRow = { workspaceId: string; timeMs: number; row: string };

/**
 * Inserts rows into the outbox. Call this in the same transaction as the change that produced them, so that each row is
 * recorded exactly once.
 */
export async function insertOutboxRows(executor: Executor, rows: readonly OutboxRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    INSERT INTO outbox (workspace_id, time_ms, row, lines)
    SELECT workspace_id, time_ms, row, lines
    FROM unnest(
      ${rows.map(({ workspaceId }) => workspaceId)}::uuid[], ${rows.map(({ timeMs }) => timeMs)}::bigint[],
      ${rows.map(({ row }) => row)}::text[], ${rows.map(({ row }) => row.split('\n').length)}::smallint[]
    ) AS given (workspace_id, time_ms, row, lines)`.execute(executor);
}

/**
 * Moves rows from the outbox into one batch per month, because a batch must fit into one partition of the traffic
 * store. Rows of one entry stay together. Skips entries that another worker has locked. Returns the number of rows.
 */
export async function freezeOutbox(executor: Executor, entriesMax: number): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    WITH picked AS MATERIALIZED (SELECT id FROM outbox ORDER BY id LIMIT ${entriesMax} FOR UPDATE SKIP LOCKED),
    taken AS (
      DELETE FROM outbox USING picked WHERE ${isSame('outbox.id', 'picked.id')}
      RETURNING outbox.id, time_ms, row, lines, created_at)
    INSERT INTO outbox_batches (id, lines, rows, entry_lines, since_ms, created_at, next_at)
    SELECT gen_random_uuid(), string_agg(row || E'\n', '' ORDER BY id), sum(lines), array_agg(lines ORDER BY id),
      min(time_ms), min(created_at), now()
    FROM taken GROUP BY date_trunc('month', to_timestamp(time_ms / 1000.0), 'UTC')
    RETURNING rows`.execute(executor);
  return rows.reduce((sum, batch) => sum + batch.rows, 0);
}

export type OutboxBatch = {
  id: string;
  lines: string;
  entryLines: number[];
  sinceMs: number;
  attempts: number;
};

export const dueBatches = sql`outbox_batches WHERE next_at <= now()`;

/**
 * Claims a due batch for `leaseMs`, measured by the database's clock. A worker that claims a batch whose lease has
 * expired must ask the traffic store whether the batch is already stored before it sends the batch again.
 */
export async function claimOutboxBatch(
  executor: Executor,
  leaseMs: number,
): Promise<OutboxBatch | undefined> {
  const { rows } = await sql<OutboxBatch>`
    UPDATE outbox_batches SET attempts = attempts + 1, next_at = now() + ${leaseMs} * interval '1 millisecond'
    WHERE id = (
      SELECT id FROM ${dueBatches} ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, lines, entry_lines AS "entryLines", since_ms::float8 AS "sinceMs", attempts`.execute(
    executor,
  );
  return rows[0];
}

/** Makes a batch due again later. Call this if it is unknown whether the traffic store has stored the batch. */
export async function postponeOutboxBatch(
  executor: Executor,
  id: string,
  then: { afterMs: number; failure: string },
): Promise<void> {
  await sql`
    UPDATE outbox_batches SET next_at = now() + ${then.afterMs} * interval '1 millisecond', failure = left(${then.failure}, 500)
    WHERE id = ${id}::uuid`.execute(executor);
}

export type RefusedRow = { workspaceId: string | null; row: string; reason: string };

/**
 * Moves refused entries to the table `outbox_refused`. The other entries become a batch with a new ID, because the
 * traffic store may already know the old ID.
 */
export async function replaceOutboxBatch(
  executor: Executor,
  id: string,
  entries: { accepted: Pick<OutboxBatch, 'lines' | 'entryLines'>; refused: readonly RefusedRow[] },
): Promise<void> {
  const { accepted, refused } = entries;
  const rows = accepted.entryLines.reduce((sum, lines) => sum + lines, 0);
  await sql`
    INSERT INTO outbox_refused (id, workspace_id, batch_id, row, reason, refused_at)
    SELECT gen_random_uuid(), workspace_id, ${id}::uuid, row, reason, now() FROM unnest(
      ${refused.map(({ workspaceId }) => workspaceId)}::uuid[], ${refused.map(({ row }) => row)}::text[],
      ${refused.map(({ reason }) => reason)}::text[]) AS given (workspace_id, row, reason)`.execute(executor);
  await sql`
    WITH old AS (DELETE FROM outbox_batches WHERE id = ${id}::uuid RETURNING since_ms, created_at)
    INSERT INTO outbox_batches (id, lines, rows, entry_lines, since_ms, created_at, next_at)
    SELECT gen_random_uuid(), ${accepted.lines}, ${rows}::int, ${accepted.entryLines}::smallint[], since_ms, created_at, now()
    FROM old WHERE ${rows}::int > 0`.execute(executor);
}
