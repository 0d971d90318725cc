import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { eventColumns, type EventColumn } from '../../domain/traffic/columns.ts';
import { rollUpStatements } from './rollups.ts';

/** Temporary table with the rows of the current transaction. */
export const incoming = 'incoming';
/** Temporary table with clicks before they are joined with their visits. */
export const unjoined = 'unjoined';

const allColumns = eventColumns.join(', ');

const createTables = [incoming, unjoined]
  .map((table) => `CREATE TEMP TABLE IF NOT EXISTS ${table} (LIKE traffic.events) ON COMMIT DELETE ROWS`)
  .join('; ');

/**
 * Creates temporary tables, which are not WAL-logged. They exist once per connection and are emptied at each commit.
 */
export async function createTempTables(client: PoolClient): Promise<void> {
  await client.query(`SET LOCAL client_min_messages = warning; ${createTables}`);
}

/** Records the batch in this transaction. Returns false if the batch is already stored. */
export async function recordBatch(client: PoolClient, batch: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'INSERT INTO traffic.batches (name) VALUES ($1) ON CONFLICT DO NOTHING',
    [batch],
  );
  return rowCount === 1;
}

export async function copyRows(
  client: PoolClient,
  { table, columns, rows }: { table: string; columns: readonly EventColumn[]; rows: string },
): Promise<void> {
  const into = client.query(copyFrom(`COPY ${table} (${columns.join(', ')}) FROM STDIN`));
  await pipeline(Readable.from([Buffer.from(rows)], { objectMode: false }), into);
}

const monthMs = `extract(epoch FROM date_trunc('month', to_timestamp(visit_time / 1000) AT TIME ZONE 'UTC')) * 1000`;

// Widens the range of expiry dates of each month.
const updateExpiryRange = `UPDATE traffic.months AS month
  SET first_expires = least(month.first_expires, added.first), last_expires = greatest(month.last_expires, added.last),
    has_lasting = month.has_lasting OR added.lasting
  FROM (
    SELECT (${monthMs})::bigint AS start, min(expires) AS first, max(expires) AS last, bool_or(expires IS NULL) AS lasting
    FROM ${incoming} GROUP BY 1
  ) AS added
  WHERE month.start = added.start AND (month.first_expires IS DISTINCT FROM least(month.first_expires, added.first)
    OR month.last_expires IS DISTINCT FROM greatest(month.last_expires, added.last) OR (added.lasting AND NOT month.has_lasting))`;

const storeStatements = [
  `INSERT INTO traffic.events (${allColumns}) SELECT ${allColumns} FROM ${incoming}`,
  updateExpiryRange,
  ...rollUpStatements(incoming, 1),
].join(';\n');

/** Copies the rows of `incoming` to the traffic tables and adds them to all rollups. */
export async function storeIncoming(client: PoolClient): Promise<void> {
  await client.query(storeStatements);
}

const subtractStatements = rollUpStatements(incoming, -1).join(';\n');

/**
 * Deletes rows and subtracts them from all rollups. `where` must contain only constants and placeholders. The deleted
 * rows are left in `incoming`.
 */
export async function deleteRows(
  client: PoolClient,
  where: string,
  values: readonly unknown[],
): Promise<void> {
  await client.query(
    `WITH deleted AS (DELETE FROM traffic.events WHERE ${where} RETURNING ${allColumns})
    INSERT INTO ${incoming} (${allColumns}) SELECT ${allColumns} FROM deleted`,
    [...values],
  );
  await client.query(subtractStatements);
}

/** Creates missing month partitions. Remembers committed partitions, so that they are not checked again. */
export class MonthPartitions {
  #known = new Set<string>();

  /**
   * Creates partitions and returns their months. The caller must remember the months only after the commit, because
   * other transactions do not see the partitions before that.
   */
  async createMissing(client: PoolClient, timesMs: Iterable<number>): Promise<string[]> {
    const missing = new Map<string, number>();
    for (const timeMs of timesMs) {
      const month = new Date(timeMs).toISOString().slice(0, 7);
      if (!this.#known.has(month)) missing.set(month, timeMs);
    }
    if (missing.size > 0)
      await client.query('SELECT traffic.make_months($1::bigint[])', [[...missing.values()]]);
    return [...missing.keys()];
  }

  remember(months: readonly string[]): void {
    for (const month of months) this.#known.add(month);
  }

  /** Forgets all months. Call this after an error, because the partition of a month may have been dropped. */
  forget(): void {
    this.#known = new Set();
  }
}
