import { openClickHouse, type ClickHouseClient } from '../client.ts';
import { readRecordedLayout } from '../shards/recorded-layout.ts';
import { shardCondition, shardUrls } from '../shards/shard-layout.ts';

// Longer than a server takes to read or change everything.
const requestTimeoutMs = 24 * 3_600_000;
const withoutLimits = { max_execution_time: 0 } as const;
const hourMs = 3_600_000;

// Rows of an hour, with a sum of the hashes of all their stored columns.
type HourSum = { rows: number; hash: bigint };
export type HourSums = Map<number, HourSum>;
// Hours with different rows, from the first to the last one. No hour in between has the same rows in both places.
type HourRange = { from: number; to: number; rows: number; mustClear: boolean };

type Shard = { client: ClickHouseClient; condition: string };

export type ServerCopy = {
  source: ClickHouseClient;
  sumHours: (where: 'source' | 'target', expiringAfter: string) => Promise<HourSums>;
  clear: (ranges: readonly HourRange[]) => Promise<void>;
  copy: (range: HourRange, expiringAfter: string) => Promise<void>;
  copyBatchNames: () => Promise<void>;
  close: () => Promise<void>;
};

const open = (url: string) => openClickHouse(url, { requestTimeoutMs, settings: withoutLimits });

// Opens both places of a move. The target can consist of several shards, and must have the same tables as the source.
export async function openServerCopy(sourceUrl: string, targetUrl: string): Promise<ServerCopy> {
  const source = open(sourceUrl);
  const clients = shardUrls(targetUrl).map(open);
  const close = async () => void (await Promise.all([source, ...clients].map((client) => client.close())));
  try {
    const columns = await listStoredColumns(source);
    const shards = await Promise.all(clients.map(openShard));
    return {
      source,
      sumHours: async (where, expiringAfter) =>
        where === 'source'
          ? await sumHours(source, columns, expiringAfter)
          : addSums(await Promise.all(clients.map((client) => sumHours(client, columns, expiringAfter)))),
      clear: async (ranges) => void (await Promise.all(clients.map((client) => clear(client, ranges)))),
      copy: async (range, expiringAfter) => {
        const names = columns.join(', ');
        for (const { client, condition } of shards)
          await pipe(source, client, {
            select: `SELECT ${names} FROM events WHERE ${inRange(range)} AND expires > '${expiringAfter}' AND ${condition}`,
            into: `events (${names})`,
          });
      },
      copyBatchNames: async () => {
        for (const { client } of shards) await copyBatchNames(source, client, shards.length > 1);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openShard(client: ClickHouseClient, shard: number): Promise<Shard> {
  const recorded = await readRecordedLayout(client);
  return { client, condition: recorded === undefined ? '1' : shardCondition(recorded.layout, shard) };
}

async function listStoredColumns(client: ClickHouseClient): Promise<string[]> {
  const result = await client.query({
    query: `SELECT name FROM system.columns WHERE database = currentDatabase() AND table = 'events'
      AND default_kind NOT IN ('ALIAS', 'EPHEMERAL') ORDER BY position`,
    format: 'JSONEachRow',
  });
  return (await result.json<{ name: string }>()).map(({ name }) => name);
}

const hourOf = 'toUnixTimestamp(toStartOfHour(time))';

async function sumHours(
  client: ClickHouseClient,
  columns: readonly string[],
  expiringAfter: string,
): Promise<HourSums> {
  // The only column that can be NULL.
  const hashed = columns.map((name) => (name === 'value' ? "ifNull(toString(value), 'null')" : name));
  const result = await client.query({
    query: `SELECT ${hourOf} AS hour, toFloat64(count()) AS stored, toString(sum(cityHash64(${hashed.join(', ')}))) AS hash
      FROM events WHERE expires > {expiringAfter:Date} GROUP BY hour ORDER BY hour`,
    query_params: { expiringAfter },
    format: 'JSONEachRow',
  });
  const rows = await result.json<{ hour: number; stored: number; hash: string }>();
  return new Map(rows.map(({ hour, stored, hash }) => [hour * 1_000, { rows: stored, hash: BigInt(hash) }]));
}

function addSums(all: readonly HourSums[]): HourSums {
  const sums: HourSums = new Map();
  for (const [hour, { rows, hash }] of all.flatMap((one) => [...one])) {
    const before = sums.get(hour) ?? { rows: 0, hash: 0n };
    sums.set(hour, { rows: before.rows + rows, hash: BigInt.asUintN(64, before.hash + hash) });
  }
  return sums;
}

const inRange = ({ from, to }: HourRange) =>
  `time >= fromUnixTimestamp64Milli(${from}, 'UTC') AND time < fromUnixTimestamp64Milli(${to + hourMs}, 'UTC')`;

// Deletes rows from the copy that differ from the original.
async function clear(client: ClickHouseClient, ranges: readonly HourRange[]): Promise<void> {
  if (ranges.length === 0) return;
  await client.command({
    query: `ALTER TABLE events DELETE WHERE ${ranges.map((range) => `(${inRange(range)})`).join(' OR ')}`,
    clickhouse_settings: { mutations_sync: '2' },
  });
}

// Batches are found by their names in the rows. On several shards, only one of them has the row with the name.
async function copyBatchNames(
  source: ClickHouseClient,
  target: ClickHouseClient,
  hasShards: boolean,
): Promise<void> {
  const into = 'moved_batches (name)';
  await pipe(source, target, {
    select: "SELECT name FROM moved_batches WHERE NOT match(name, '^(?:move|done):')",
    into,
  });
  if (!hasShards) return;
  const recent = 'time > now() - INTERVAL 90 DAY';
  await pipe(source, target, {
    select: `SELECT DISTINCT batch AS name FROM events WHERE batch != '' AND ${recent}`,
    into,
  });
}

async function pipe(
  source: ClickHouseClient,
  target: ClickHouseClient,
  { select, into }: { select: string; into: string },
): Promise<void> {
  const read = await source.exec({ query: `${select} FORMAT Native` });
  const written = await target.exec({
    query: `INSERT INTO ${into} FORMAT Native`,
    values: read.stream,
    clickhouse_settings: { async_insert: 0, min_insert_block_size_bytes: '67108864' },
  });
  written.stream.resume();
}

// Returns the hours in which both places differ, in ranges that are copied together.
export function findDifferences(source: HourSums, target: HourSums, rowsMax: number): HourRange[] {
  const ranges: HourRange[] = [];
  const hours = [...new Set([...source.keys(), ...target.keys()])].toSorted((one, other) => one - other);
  let isAdjacent = false;
  for (const hour of hours) {
    const [original, copy] = [source.get(hour), target.get(hour)];
    if (original?.rows === copy?.rows && original?.hash === copy?.hash) {
      isAdjacent = false;
      continue;
    }
    const rows = original?.rows ?? 0;
    const mustClear = copy !== undefined;
    const last = ranges.at(-1);
    const isJoined =
      isAdjacent &&
      last !== undefined &&
      last.mustClear === mustClear &&
      last.rows + rows <= rowsMax &&
      isSameMonth(last.from, hour);
    if (isJoined) Object.assign(last, { to: hour, rows: last.rows + rows });
    else ranges.push({ from: hour, to: hour, rows, mustClear });
    isAdjacent = true;
  }
  return ranges;
}

// An insert into one partition is one part.
function isSameMonth(one: number, other: number): boolean {
  return new Date(one).toISOString().slice(0, 7) === new Date(other).toISOString().slice(0, 7);
}
