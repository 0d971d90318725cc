import { text } from 'node:stream/consumers';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { listCell } from '../../../domain/traffic/cells.ts';
import { columnKinds, type ColumnKind } from '../../../domain/traffic/column-kinds.ts';
import { eventColumns, type EventColumn } from '../../../domain/traffic/columns.ts';
import { readCell } from '../../../domain/traffic/read-cell.ts';
import { timeCell } from '../../../domain/traffic/time-cells.ts';
import { withoutTimeLimits } from '../../../platform/postgres-session.ts';
import { arrivalsEnd, type Chunk, type Move } from './move-state.ts';

// A row in the format of the outbox, without the name of its batch.
export type MovedRow = { id: string; timeMs: number; row: string };

const nullCell = String.raw`\N`;

function selectCell(name: EventColumn): string {
  const kind = columnKinds[name];
  if (kind === 'list') return `array_to_json(${name})`;
  if (kind === 'day') return `to_char(${name}, 'YYYY-MM-DD')`;
  return kind === 'address' ? `host(${name})` : name;
}

const selected = eventColumns.map(selectCell).join(', ');

const same = (cell: string) => (cell === nullCell ? '' : cell);
const converters: Readonly<Partial<Record<ColumnKind, (cell: string) => string>>> = {
  moment: (cell) => (cell === '0' ? '' : timeCell(Number(cell))),
  flag: (cell) => (cell === 't' ? '1' : ''),
  list: (cell) => (cell === nullCell ? '' : listCell(JSON.parse(readCell(cell)) as string[])),
  // COPY also escapes the vertical tab, which rows contain as it is.
  text: (cell) =>
    cell.includes(String.raw`\v`)
      ? cell.replaceAll(/\\(.)/gs, (both, escaped) => (escaped === 'v' ? '\v' : both))
      : same(cell),
};
const converterOf = eventColumns.map((name) =>
  // Only here, zero differs from an unknown value.
  name === 'value' ? (cell: string) => cell : (converters[columnKinds[name]] ?? same),
);
const [idAt, timeAt] = [eventColumns.indexOf('id'), eventColumns.indexOf('time')];

// Reads the rows of a chunk, in an order that does not depend on where they are stored.
export async function readChunk(
  client: Client,
  { arrivals, progress }: Pick<Move, 'arrivals' | 'progress'>,
  chunk: Chunk,
): Promise<MovedRow[]> {
  const where =
    chunk.kind === 'pages'
      ? `visit_time >= ${chunk.start} AND visit_time < ${chunk.end}
        AND ctid >= '(${chunk.from},0)'::tid AND ctid < '(${chunk.to},0)'::tid
        AND (arrival IS NULL OR arrival < ${arrivals} OR arrival >= ${arrivalsEnd(arrivals)})`
      : `arrival >= ${chunk.from} AND arrival < ${chunk.to}`;
  const copied = await asSystem(client, async () => {
    const query = `SELECT ${selected} FROM traffic.events
      WHERE ${where} AND (expires > '${progress.startedOn}' OR expires IS NULL)`;
    return await text(client.query(copyTo(`COPY (${query}) TO STDOUT`)));
  });
  const rows = copied.split('\n');
  rows.pop();
  return rows.map(convertRow).toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

function convertRow(line: string): MovedRow {
  const cells = line.split('\t');
  const id = cells[idAt] ?? '';
  return {
    id,
    timeMs: Number(cells[timeAt]),
    row: cells.map((cell, at) => converterOf[at]?.(cell) ?? cell).join('\t'),
  };
}

// Splits the rows that have arrived and not been copied into chunks. Without `isComplete`, leaves out rows of transactions
// that could be followed by earlier ones which are still running.
export async function listArrivals(
  client: Client,
  { arrivals, progress }: Pick<Move, 'arrivals' | 'progress'>,
  { isComplete, rowsMax }: { isComplete: boolean; rowsMax: number },
): Promise<Chunk[]> {
  const end = isComplete
    ? arrivalsEnd(arrivals)
    : `${arrivals} + pg_snapshot_xmin(pg_current_snapshot())::text::bigint`;
  const { rows: groups } = await asSystem(client, async () =>
    client.query<{ arrival: string; rows: number }>(
      `SELECT arrival::text, count(*)::integer AS rows FROM traffic.events
      WHERE arrival >= ${progress.arrivedBefore} AND arrival < ${end} GROUP BY events.arrival ORDER BY events.arrival`,
    ),
  );
  const chunks: Chunk[] = [];
  let from = progress.arrivedBefore;
  let count = 0;
  for (const { arrival, rows } of groups) {
    if (count > 0 && count + rows > rowsMax) {
      chunks.push({ kind: 'arrivals', from, to: arrival });
      [from, count] = [arrival, 0];
    }
    count += rows;
  }
  const last = groups.at(-1);
  if (last !== undefined) chunks.push({ kind: 'arrivals', from, to: String(BigInt(last.arrival) + 1n) });
  return chunks;
}

// Returns a time before which all running transactions began, by the server's clock.
export async function readPastTime(client: Client): Promise<string> {
  const { rows } = await client.query<{ time: string }>(
    "SELECT (now() - interval '10 minutes')::text AS time",
  );
  return rows[0]?.time ?? '-infinity';
}

// Reads the names of stored batches in parts.
export async function* readBatchNames(
  client: Client,
  { atOnce, since = '-infinity' }: { atOnce: number; since?: string | undefined },
): AsyncGenerator<string[]> {
  let last = '';
  for (;;) {
    const after = last;
    const { rows } = await asSystem(client, async () =>
      client.query<{ name: string }>(
        'SELECT name FROM traffic.batches WHERE name > $1 AND stored_at >= $2::timestamptz ORDER BY name LIMIT $3',
        [after, since, atOnce],
      ),
    );
    if (rows.length === 0) return;
    yield rows.map(({ name }) => name);
    last = rows.at(-1)?.name ?? '';
  }
}

// Row-level security also applies to the owner of the tables.
async function asSystem<Result>(client: Client, work: () => Promise<Result>): Promise<Result> {
  await client.query('BEGIN READ ONLY; SET LOCAL ROLE waypost_system');
  try {
    await client.query(withoutTimeLimits);
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
