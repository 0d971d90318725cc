import { countClickHouseTables } from '../back-up.ts';
import { openClickHouse, type ClickHouseClient } from '../client.ts';

// Longer than a table with many rows takes to be emptied.
const requestTimeoutMs = 600_000;

// An empty store, to which rows are moved.
export type MoveTarget = {
  // Whether the store is empty, contains rows of this move, or anything else.
  inspect: (moveId: string) => Promise<'empty' | 'ours' | 'other'>;
  // Whether an installation uses the store, or it is the copy of a move between servers that did not end.
  inspectUse: () => Promise<'empty' | 'used' | 'unfinished'>;
  // Deletes everything and marks the store as the target of this move.
  prepare: (moveId: string) => Promise<void>;
  // Deletes the rows of this move, unless an installation uses them.
  clear: (moveId: string) => Promise<'cleared' | 'nothing' | 'used'>;
  insertBatchNames: (names: readonly string[]) => Promise<void>;
  freeBytes: () => Promise<number>;
  isReachable: () => Promise<boolean>;
  close: () => Promise<void>;
};

export function openMoveTarget(url: string): MoveTarget {
  const client = openClickHouse(url, { requestTimeoutMs });
  const insertBatchNames = async (names: readonly string[]) =>
    void (await client.insert({
      table: 'moved_batches',
      values: names.map((name) => ({ name })),
      format: 'JSONEachRow',
    }));
  // The mark of a move is deleted last.
  const empty = async () => {
    for (const table of ['events', 'moved_batches'])
      await client.command({ query: `TRUNCATE TABLE ${table}` });
  };
  return {
    inspect: (moveId) => inspect(client, url, moveId),
    inspectUse: () => inspectUse(client, url),
    prepare: async (moveId) => {
      await empty();
      await insertBatchNames([`move:${moveId}`]);
    },
    clear: async (moveId) => {
      if ((await inspect(client, url, moveId)) !== 'ours') return 'nothing';
      if ((await inspectUse(client, url)) === 'used') return 'used';
      await empty();
      return 'cleared';
    },
    insertBatchNames,
    freeBytes: async () => await readNumber(client, 'SELECT min(free_space) AS number FROM system.disks'),
    isReachable: async () => (await client.ping({ select: true })).success,
    close: () => client.close(),
  };
}

// The database may not exist, or have the tables of another version.
async function inspect(
  client: ClickHouseClient,
  url: string,
  moveId: string,
): Promise<'empty' | 'ours' | 'other'> {
  if ((await countClickHouseTables(url)) === 0) return 'empty';
  const count = async (from: string) =>
    await readNumber(client, `SELECT count() AS number FROM ${from}`, { moveId });
  const exists = async (table: string) =>
    (await count(`system.tables WHERE database = currentDatabase() AND name = '${table}'`)) > 0;
  if (
    (await exists('moved_batches')) &&
    (await count("moved_batches WHERE name = 'move:' || {moveId:String}")) > 0
  )
    return 'ours';
  return !(await exists('events')) || (await count('events')) === 0 ? 'empty' : 'other';
}

async function inspectUse(client: ClickHouseClient, url: string): Promise<'empty' | 'used' | 'unfinished'> {
  if ((await countClickHouseTables(url)) === 0) return 'empty';
  const count = async (from: string) => await readNumber(client, `SELECT count() AS number FROM ${from}`);
  const tables = "system.tables WHERE database = currentDatabase() AND name IN ('events', 'moved_batches')";
  if ((await count(tables)) < 2) return 'empty';
  const [began, ended] = [
    await count("moved_batches WHERE startsWith(name, 'move:')"),
    await count("moved_batches WHERE startsWith(name, 'done:')"),
  ];
  if (began > ended) return 'unfinished';
  return (await count('events')) === 0 ? 'empty' : 'used';
}

async function readNumber(
  client: ClickHouseClient,
  query: string,
  parameters: Record<string, unknown> = {},
): Promise<number> {
  const result = await client.query({ query, query_params: parameters, format: 'JSONEachRow' });
  const [row] = await result.json<{ number: string }>();
  return Number(row?.number ?? 0);
}
