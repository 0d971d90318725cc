import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';
import { isSame } from '../database/lookup.ts';

const columns = sql`id, lines, rows, entry_lines, since_ms, created_at`;

export async function markOutboxBatchShipped(executor: Executor, id: string): Promise<void> {
  await sql`
    WITH shipped AS (DELETE FROM outbox_batches WHERE id = ${id}::uuid RETURNING ${columns})
    INSERT INTO shipped_batches (${columns}, shipped_at) SELECT ${columns}, now() FROM shipped
    ON CONFLICT DO NOTHING`.execute(executor);
}

export type ShippedBatch = { id: string; sinceMs: number; shippedAt: string };

export async function listShippedBatches(
  executor: Executor,
  before: ShippedBatch | undefined,
  limit: number,
): Promise<ShippedBatch[]> {
  const position = sql`(${before?.shippedAt ?? 'infinity'}::timestamptz, ${before?.id ?? noId}::uuid)`;
  const { rows } = await sql<ShippedBatch>`
    SELECT id, since_ms::float8 AS "sinceMs", shipped_at::text AS "shippedAt" FROM shipped_batches
    WHERE (shipped_at, id) < ${position} ORDER BY shipped_at DESC, id DESC LIMIT ${limit}`.execute(executor);
  return rows;
}

const noId = '00000000-0000-0000-0000-000000000000';

export async function readShippedLines(executor: Executor, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ lines: string }>`
    SELECT lines FROM shipped_batches WHERE id = ${id}::uuid`.execute(executor);
  return rows[0]?.lines;
}

/**
 * Returns shipped batches to the outbox. This is safe even if the traffic store still has a batch, because before a
 * worker sends a returned batch again, it checks whether the batch is still stored.
 */
export async function returnShippedBatches(executor: Executor, ids: readonly string[]): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    WITH lost AS (
      DELETE FROM shipped_batches USING unnest(${[...ids]}::uuid[]) AS given (id)
      WHERE ${isSame('shipped_batches.id', 'given.id')}
      RETURNING shipped_batches.id, lines, rows, entry_lines, since_ms, created_at
    )
    INSERT INTO outbox_batches (${columns}, attempts, next_at) SELECT ${columns}, 1, now() FROM lost
    ON CONFLICT DO NOTHING`.execute(executor);
  return Number(numAffectedRows);
}

/**
 * Deletes batches that were shipped before a given time. Also deletes the oldest batches if the total size exceeds
 * `bytesMax`.
 */
export async function deleteOldShippedBatches(
  executor: Executor,
  { before, bytesMax }: { before: Date; bytesMax: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    WITH sized AS MATERIALIZED (
      -- PostgreSQL knows the length of a TOASTed value without reading it.
      SELECT id, shipped_at, sum(octet_length(lines)) OVER (ORDER BY shipped_at DESC, id DESC) AS bytes
      FROM shipped_batches
    ), old AS MATERIALIZED (SELECT id FROM sized WHERE shipped_at < ${before} OR bytes > ${bytesMax}::bigint)
    DELETE FROM shipped_batches USING old WHERE ${isSame('shipped_batches.id', 'old.id')}`.execute(executor);
  return Number(numAffectedRows);
}
