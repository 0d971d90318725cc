import type { Client } from 'pg';
import { OperatorError } from '../../platform/operator-error.ts';
import { withPostgresClient } from '../../platform/postgres-session.ts';
import {
  listCopiedTables,
  readCounters,
  readCurrentSchema,
  type CopiedTable,
} from '../../store/backup/copied-tables.ts';
import { readTable, type Dump } from '../../store/backup/dump-tables.ts';
import { loadTables } from '../../store/backup/load-tables.ts';
import { hasTables } from '../../store/database/has-tables.ts';
import { hasWorkspaces } from '../../store/database/has-workspaces.ts';
import { checksumTables, countRows, type TableSum } from '../../store/move/checksum-tables.ts';
import { beginWithLocks } from '../../store/move/lock-tables.ts';
import { readMoveNote, refuseWrites, writeMoveNote } from '../../store/move/move-note.ts';
import { compareDays } from '../backup/compare-days.ts';
import { summarizeDays } from '../backup/summarize-days.ts';
import type { OnProgress } from '../backup/progress.ts';

export type PostgresMove = {
  source: string;
  target: string;
  // Address of the target without credentials.
  host: string;
  id: string;
  // Whether the traffic is stored in PostgreSQL, too.
  hasTraffic: boolean;
  onProgress: OnProgress;
};

// `pausedMs` is the time in which nothing could be written.
type MovedDatabase = { rows: number; days: number; pausedMs: number };

// Throws if the target contains anything but an unfinished copy of this move.
export async function requireOwnDatabase({
  target,
  host,
  id,
}: Pick<PostgresMove, 'target' | 'host' | 'id'>): Promise<void> {
  const refuse = (what: string) =>
    new OperatorError(
      'refused',
      `The PostgreSQL database at ${host} already contains ${what}. Set WAYPOST_DATABASE_URL to a new database. Nothing was changed.`,
    );
  const { tables, note } = await withPostgresClient(target, async (client) => ({
    tables: await listCopiedTables(client, await readCurrentSchema(client)),
    note: await readMoveNote(client),
  }));
  if (tables.length === 0 || (note?.state === 'copy' && note.id === id)) return;
  if (!(await hasTables(target))) throw refuse('other tables');
  if (await hasWorkspaces(target)) throw refuse('data');
}

// Copies all rows while nothing is written, compares both databases, and decides that the target is the current one. Until
// then, the loss of a connection ends the pause and leaves the old database in use. From then on, the old database refuses
// writes. Does nothing if an earlier run has decided.
export async function movePostgres(move: PostgresMove): Promise<MovedDatabase> {
  return await withPostgresClient(move.source, async (client) => {
    const schema = await readCurrentSchema(client);
    if ((await readMoveNote(client))?.state === 'moved') return { rows: 0, days: 0, pausedMs: 0 };
    const tables = (await listCopiedTables(client, schema)).filter(
      ({ name }) => move.hasTraffic || !name.startsWith('traffic.'),
    );
    const names = tables.map(({ name }) => name);
    move.onProgress('Pause', 'waiting for running transactions');
    await beginWithLocks(client, names);
    const pausedAt = performance.now();
    move.onProgress('Pause', 'API writes wait, visitors are served');
    const { dump, sums } = await describeRows(client, schema, tables);
    await loadTables(move.target, dump, {
      open: (name) => [
        readTable(client, tables.find((table) => table.name === name) ?? { name, columns: '*' }),
      ],
      onTable: (done, total) => move.onProgress('Copy', `${done} of ${total} tables`),
      beforeCommit: async (target, loaded) => {
        const { id, host } = move;
        await requireEqualTables({ client: target, tables, loaded, sums });
        await writeMoveNote(target, { state: 'copy', id, host });
      },
    });
    const days = move.hasTraffic ? await compareTraffic(move) : 0;
    await client.query('RESET ROLE');
    await refuseWrites(client, names);
    await writeMoveNote(client, { state: 'moved', id: move.id, host: move.host });
    await client.query('COMMIT');
    const rows = dump.tables.reduce((sum, table) => sum + table.rows, 0);
    return { rows, days, pausedMs: Math.round(performance.now() - pausedAt) };
  });
}

const isTraffic = (name: string) => name.startsWith('traffic.');

// The tables of the traffic are compared by their sums per day.
async function describeRows(
  client: Client,
  schema: string,
  tables: readonly CopiedTable[],
): Promise<{ dump: Dump; sums: Map<string, TableSum> }> {
  const counters = await readCounters(client, schema);
  // Row-level security hides all rows from the owner of the tables.
  await client.query('SET LOCAL ROLE waypost_system');
  const sums = await checksumTables(
    client,
    tables.filter(({ name }) => !isTraffic(name)),
  );
  const counted: Dump['tables'] = [];
  for (const table of tables)
    counted.push({ ...table, rows: sums.get(table.name)?.rows ?? (await countRows(client, table.name)) });
  const months = tables.some(({ name }) => isTraffic(name))
    ? await client.query<{ start: string }>('SELECT start::text FROM traffic.months ORDER BY start')
    : { rows: [] };
  return { dump: { schema, tables: counted, counters, months: months.rows.map(({ start }) => start) }, sums };
}

type Loaded = {
  client: Client;
  tables: readonly CopiedTable[];
  // Names of the tables in the target, in the same order.
  loaded: readonly string[];
  sums: ReadonlyMap<string, TableSum>;
};

async function requireEqualTables({ client, tables, loaded, sums }: Loaded): Promise<void> {
  const copies = tables
    .map(({ name, columns }, at) => ({ name: loaded[at] ?? name, columns }))
    .filter(({ name }) => !isTraffic(name));
  const found = await checksumTables(client, copies);
  const different = tables
    .filter(({ name }) => !isTraffic(name))
    .filter(({ name }, at) => {
      const [original, copy] = [sums.get(name), found.get(copies[at]?.name ?? '')];
      return original?.rows !== copy?.rows || original?.sum !== copy?.sum;
    });
  if (different.length > 0)
    throw new OperatorError(
      'refused',
      `The copy differs from the original in the tables ${different.map(({ name }) => name).join(', ')}. Nothing was switched.`,
    );
}

async function compareTraffic({ source, target, onProgress }: PostgresMove): Promise<number> {
  onProgress('Compare', 'sums per day');
  const [before, after] = await Promise.all(
    [source, target].map((url) => summarizeDays({ store: 'postgres', url })),
  );
  const differences = compareDays({ before: before ?? [], after: before ?? [] }, after ?? []);
  if (differences.length === 0) return before?.length ?? 0;
  throw new OperatorError(
    'refused',
    `The copied traffic differs from the original on ${differences.length} days. Nothing was switched.`,
  );
}
