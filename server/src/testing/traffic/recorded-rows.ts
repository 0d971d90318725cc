import { Client } from 'pg';
import { normalizeDecimal } from '../../domain/money/decimal.ts';
import { columnKinds, type ColumnKind } from '../../domain/traffic/column-kinds.ts';
import { eventColumns, type EventColumn } from '../../domain/traffic/columns.ts';
import { noId } from '../../domain/traffic/cells.ts';
import type { TrafficAddress } from '../../start/engine-addresses.ts';
import { openClickHouse } from '../../traffic/clickhouse/client.ts';
import { openReader } from '../../traffic/clickhouse/shards/reader.ts';
import { shardUrls } from '../../traffic/clickhouse/shards/shard-layout.ts';

/**
 * A stored row in the same form for both stores: unknown values are null, times are milliseconds, decimals are
 * normalized.
 */
export type RecordedRow = Record<EventColumn, string | number | boolean | string[] | null>;

/** Reads all rows of a workspace, including adjustments, in no particular order. */
export async function readRecordedRows(address: TrafficAddress, workspaceId: string): Promise<RecordedRow[]> {
  return await readRecordedColumns(address, workspaceId, eventColumns);
}

// For tests with many rows. Rows of visits before `sinceMs` are left out.
export async function readRecordedColumns<Name extends EventColumn>(
  address: TrafficAddress,
  workspaceId: string,
  columns: readonly Name[],
  sinceMs = 0,
): Promise<Pick<RecordedRow, Name>[]> {
  const read = address.store === 'clickhouse' ? readFromClickHouse : readFromPostgres;
  const rows = await read(address.url, workspaceId, columns, Math.floor(sinceMs));
  return rows.map(
    (row) =>
      Object.fromEntries(
        columns.map((name) => [name, readers[columnKinds[name]](row[name] as never, name)]),
      ) as Pick<RecordedRow, Name>,
  );
}

/** Sums cost rows in the database, for tests with too many rows to read. */
export async function sumRecordedCosts(
  { store, url }: TrafficAddress,
  workspaceId: string,
): Promise<{ rows: number; cost: string }> {
  const [sums] =
    store === 'clickhouse'
      ? await queryClickHouse(
          url,
          `SELECT toUInt32(count()) AS rows, toString(sum(cost)) AS cost FROM events
          WHERE workspace_id = {workspaceId:UUID} AND type = 'adjustment'`,
          workspaceId,
        )
      : await queryPostgres(
          url,
          `SELECT count(*)::int AS rows, coalesce(sum(cost), 0)::text AS cost FROM traffic.events
          WHERE workspace_id = $1 AND type = 'adjustment'`,
          workspaceId,
        );
  return { rows: Number(sums?.['rows']), cost: normalizeDecimal(String(sums?.['cost'])) };
}

type Raw = Record<string, unknown>;
type Reader = (value: never, name: EventColumn) => string | number | boolean | string[] | null;

const text: Reader = (value: string | null) => value || null;
const readers: Readonly<Record<ColumnKind, Reader>> = {
  type: (value: string) => value,
  id: (value: string | null) => (value === noId ? null : value),
  moment: (value: string | number) => Number(value),
  day: (value: string | null) => (value === null || value.startsWith('2105') ? null : value),
  text,
  whole: (value: string | number | null) => Number(value ?? 0),
  decimal: (value: string | null, name) =>
    value === null ? (name === 'value' ? null : '0') : normalizeDecimal(value),
  flag: (value: boolean | null) => value ?? false,
  list: (value: string[] | null) => value ?? [],
  address: (value: string | null) =>
    value === null || value === '::' ? null : value.replace(/^::ffff:/, '').replace(/\/\d+$/, ''),
};

function selectInClickHouse(name: EventColumn): string {
  return columnKinds[name] === 'moment' ? `toUnixTimestamp64Milli(${name}) AS ${name}_ms` : name;
}

async function readFromClickHouse(
  url: string,
  workspaceId: string,
  columns: readonly EventColumn[],
  sinceMs: number,
): Promise<Raw[]> {
  const rows = await queryClickHouse(
    url,
    `SELECT ${columns.map(selectInClickHouse).join(', ')} FROM events WHERE workspace_id = {workspaceId:UUID}
    AND visit_time >= fromUnixTimestamp64Milli(${sinceMs})`,
    workspaceId,
  );
  return rows.map((row) => ({ ...row, visit_time: row['visit_time_ms'], time: row['time_ms'] }));
}

async function queryClickHouse(url: string, query: string, workspaceId: string): Promise<Raw[]> {
  const [first = '', ...others] = shardUrls(url);
  const client = others.length === 0 ? openClickHouse(first) : openReader(first);
  try {
    const result = await client.query({
      query,
      query_params: { workspaceId },
      format: 'JSONEachRow',
      clickhouse_settings: { output_format_json_quote_decimals: 1 },
    });
    return await result.json<Raw>();
  } finally {
    await client.close();
  }
}

function selectInPostgres(name: EventColumn): string {
  return ['day', 'address'].includes(columnKinds[name]) ? `${name}::text AS ${name}` : name;
}

async function readFromPostgres(
  url: string,
  workspaceId: string,
  columns: readonly EventColumn[],
  sinceMs: number,
): Promise<Raw[]> {
  return await queryPostgres(
    url,
    `SELECT ${columns.map(selectInPostgres).join(', ')} FROM traffic.events
    WHERE workspace_id = $1 AND visit_time >= ${sinceMs}`,
    workspaceId,
  );
}

async function queryPostgres(url: string, query: string, workspaceId: string): Promise<Raw[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('SET ROLE waypost_system');
    return (await client.query<Raw>(query, [workspaceId])).rows;
  } finally {
    await client.end();
  }
}
