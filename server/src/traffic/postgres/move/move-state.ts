import { randomInt } from 'node:crypto';
import type { Client } from 'pg';

// `moved` is final: from then on, this store accepts no rows.
type MoveState = 'copying' | 'switching' | 'moved' | 'canceled';

// A partition, as it was when the copy started. `file` changes if PostgreSQL rewrites the partition.
type PlannedMonth = { start: string; end: string; file: number; pages: number };

// Rows that are copied together: pages of a partition, or rows that arrived during the move.
export type Chunk =
  | { kind: 'pages'; start: string; end: string; from: number; to: number }
  | { kind: 'arrivals'; from: string; to: string };

export type MoveProgress = {
  months: PlannedMonth[];
  // Rows that had expired when the copy started are left out.
  startedOn: string;
  month: number;
  page: number;
  // All rows that arrived before this have been copied.
  arrivedBefore: string;
  chunks: number;
  rows: number;
  // The chunk that is being copied. It has the same rows after an interruption.
  pending?: Chunk;
};

export type Move = {
  id: string;
  state: MoveState;
  target: string;
  arrivals: string;
  isOutdated: boolean;
  progress: MoveProgress;
};

// Of the 63 bits of `arrival`, these are the number of the transaction.
const transactionBits = 48n;

export const arrivalsEnd = (arrivals: string): string => String(BigInt(arrivals) + (1n << transactionBits));

// Returns undefined if there has never been a move.
export async function readMove(client: Client): Promise<Move | undefined> {
  const { rows } = await client.query<Move>(
    `SELECT id, state, target, arrivals::text, is_outdated AS "isOutdated", progress FROM traffic.moves`,
  );
  return rows[0];
}

// Plans the copy. From the commit on, each new row has a higher `arrival` than any row that is part of the plan, because
// the change of the default waits for all transactions that write rows.
export async function beginMove(
  client: Client,
  { id, target, today }: { id: string; target: string; today: string },
): Promise<Move> {
  const arrivals = String(BigInt(randomInt(1, 2 ** 15)) << transactionBits);
  await client.query("BEGIN; SET LOCAL lock_timeout = '2s'");
  try {
    await client.query(
      `ALTER TABLE traffic.events ALTER COLUMN arrival SET DEFAULT ${arrivals} + pg_current_xact_id()::text::bigint`,
    );
    const months = await listMonths(client);
    const progress: MoveProgress = {
      months,
      startedOn: today,
      month: 0,
      page: 0,
      arrivedBefore: arrivals,
      chunks: 0,
      rows: 0,
    };
    await client.query(
      `INSERT INTO traffic.moves (id, state, target, arrivals, progress) VALUES ($1, 'copying', $2, $3, $4)
      ON CONFLICT (is_only) DO UPDATE SET id = excluded.id, state = 'copying', target = excluded.target,
        arrivals = excluded.arrivals, progress = excluded.progress, seen_at = now(), is_outdated = false`,
      [id, target, arrivals, progress],
    );
    await client.query('COMMIT');
    return { id, state: 'copying', target, arrivals, isOutdated: false, progress };
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

// Returns false if a partition was removed or rewritten since the copy started, so that its pages have other rows.
export async function hasSamePages(client: Client, { months }: MoveProgress): Promise<boolean> {
  const current = new Map((await listMonths(client)).map((month) => [month.start, month.file]));
  return months.every(({ start, file }) => current.get(start) === file);
}

async function listMonths(client: Client): Promise<PlannedMonth[]> {
  const { rows } = await client.query<PlannedMonth>(
    `SELECT start::text, (extract(epoch FROM month + interval '1 month') * 1000)::bigint::text AS end,
      pg_relation_filenode(part)::bigint::float8 AS file,
      (pg_relation_size(part) / current_setting('block_size')::integer)::float8 AS pages
    FROM traffic.months, LATERAL (SELECT to_timestamp(start / 1000) AT TIME ZONE 'UTC' AS month),
      LATERAL (SELECT format('traffic.events_%s', to_char(month, 'YYYYMM'))::regclass AS part)
    ORDER BY months.start`,
  );
  return rows;
}

export async function saveProgress(client: Client, progress: MoveProgress): Promise<void> {
  await client.query('UPDATE traffic.moves SET progress = $1, seen_at = now()', [progress]);
}

// Shows that the move is running, so that no rows are changed meanwhile.
export async function renewMove(client: Client): Promise<void> {
  await client.query('UPDATE traffic.moves SET seen_at = now()');
}

// From now on, no rows arrive. Waits for all transactions that store rows.
export async function stopArrivals(client: Client): Promise<void> {
  await client.query("BEGIN; SET LOCAL lock_timeout = '60s'");
  try {
    await client.query('LOCK TABLE traffic.batches IN SHARE ROW EXCLUSIVE MODE');
    await client.query("UPDATE traffic.moves SET state = 'switching', seen_at = now()");
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

export async function resumeArrivals(client: Client, { isOutdated }: { isOutdated: boolean }): Promise<void> {
  await client.query(
    "UPDATE traffic.moves SET state = 'copying', is_outdated = is_outdated OR $1 WHERE state = 'switching'",
    [isOutdated],
  );
}

// Decides that the other store is the current one. Returns false if rows have arrived since `stopArrivals`.
export async function completeMove(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(
    "UPDATE traffic.moves SET state = 'moved' WHERE state = 'switching'",
  );
  return rowCount === 1;
}

export async function cancelMove(client: Client): Promise<void> {
  await client.query(`BEGIN; SET LOCAL lock_timeout = '10s';
    ALTER TABLE traffic.events ALTER COLUMN arrival DROP DEFAULT;
    UPDATE traffic.moves SET state = 'canceled' WHERE state <> 'moved'; COMMIT`);
}

// Deletes all rows of a store that was moved, and keeps the tables.
export async function removeMovedRows(client: Client): Promise<void> {
  await client.query('BEGIN');
  const { rows } = await client.query<{ name: string }>(
    `SELECT format('traffic.%I', relname) AS name FROM pg_class
    WHERE relnamespace = 'traffic'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
      AND relname NOT IN ('months', 'moves', 'schema_migrations')`,
  );
  await client.query(`TRUNCATE ${rows.map(({ name }) => name).join(', ')}`);
  await client.query('COMMIT');
}
