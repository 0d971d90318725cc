import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { eventColumns, type EventColumn } from '../../domain/traffic/columns.ts';
import { rollUpStatements } from './rollups.ts';

/** Rows on their way: those of one transaction, gone with it. */
export const incoming = 'incoming';
/** The same before landing clicks have got what their visit says. */
export const given = 'given';

const allColumns = eventColumns.join(', ');

const makeTables = [incoming, given]
  .map((table) => `CREATE TEMP TABLE IF NOT EXISTS ${table} (LIKE traffic.events) ON COMMIT DELETE ROWS`)
  .join('; ');

/** Tables that nobody else sees and nothing is logged of: made once for a connection, emptied with each transaction. */
export async function makeRoom(client: PoolClient): Promise<void> {
  await client.query(`SET LOCAL client_min_messages = warning; ${makeTables}`);
}

/** Notes that the batch comes with this transaction. False where it has come already. */
export async function noteBatch(client: PoolClient, batch: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'INSERT INTO traffic.batches (name) VALUES ($1) ON CONFLICT DO NOTHING',
    [batch],
  );
  return rowCount === 1;
}

/** Rows are texts in the format of COPY, with these columns. */
export async function copyRows(
  client: PoolClient,
  { table, columns, rows }: { table: string; columns: readonly EventColumn[]; rows: string },
): Promise<void> {
  const into = client.query(copyFrom(`COPY ${table} (${columns.join(', ')}) FROM STDIN`));
  await pipeline(Readable.from([Buffer.from(rows)], { objectMode: false }), into);
}

const monthMs = `extract(epoch FROM date_trunc('month', to_timestamp(visit_time / 1000) AT TIME ZONE 'UTC')) * 1000`;

/** From when to when rows of a month expire, where these rows change that. */
const noteExpiry = `UPDATE traffic.months AS month
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
  noteExpiry,
  ...rollUpStatements(incoming, 1),
].join(';\n');

/** Makes what lies in `incoming` part of the traffic, with all its sums. */
export async function storeIncoming(client: PoolClient): Promise<void> {
  await client.query(storeStatements);
}

const forgetStatements = rollUpStatements(incoming, -1).join(';\n');

/** Deletes rows and takes them out of all sums. `where` has only values of ours, or `$1` and so on. */
export async function deleteRows(
  client: PoolClient,
  where: string,
  values: readonly unknown[],
): Promise<void> {
  await client.query(
    `WITH gone AS (DELETE FROM traffic.events WHERE ${where} RETURNING ${allColumns})
    INSERT INTO ${incoming} (${allColumns}) SELECT ${allColumns} FROM gone`,
    [...values],
  );
  await client.query(forgetStatements);
}

/** Makes the months that are missing; asks only for those of which nobody knows yet that they are there for everybody. */
export class KnownMonths {
  #known = new Set<string>();

  /** Those that are certain once the transaction has come to its end: until then others do not see them. */
  async make(client: PoolClient, moments: Iterable<number>): Promise<string[]> {
    const unknown = new Map<string, number>();
    for (const moment of moments) {
      const month = new Date(moment).toISOString().slice(0, 7);
      if (!this.#known.has(month)) unknown.set(month, moment);
    }
    if (unknown.size > 0)
      await client.query('SELECT traffic.make_months($1::bigint[])', [[...unknown.values()]]);
    return [...unknown.keys()];
  }

  remember(months: readonly string[]): void {
    for (const month of months) this.#known.add(month);
  }

  /** One of them may have been dropped. */
  forget(): void {
    this.#known = new Set();
  }
}
