import fc from 'fast-check';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { cell, cells, listCell } from '../../src/domain/traffic/cells.ts';
import { eventColumns, eventTypes, trafficColumns } from '../../src/domain/traffic/columns.ts';
import { newId } from '../../src/platform/ids.ts';
import { hasClickHouse, needsClickHouse } from '../../src/testing/machine.ts';
import { spoolLines } from '../../src/testing/spool/lines.ts';
import { buildRow, buildVisitRow } from '../../src/testing/spool/rows.ts';
import { queryRows } from '../../src/testing/traffic/clickhouse-target.ts';
import { makeSeparateTraffic } from '../../src/testing/traffic/separate-traffic.ts';
import { openClickHouse, type ClickHouseClient } from '../../src/traffic/clickhouse/client.ts';
import { batchSettings, createEventTarget, findBatches } from '../../src/traffic/clickhouse/insert-batch.ts';
import { insertColumnName } from '../../src/traffic/clickhouse/insert-column-names.ts';
import { sendLines } from '../../src/traffic/clickhouse/send-lines.ts';

const time = Date.UTC(2026, 10, 15, 12);

/**
 * Arbitrary text, including the format's own characters, literals of other types and unpaired surrogates.
 */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({
    unit: fc.constantFrom('\t', '\n', '\r', '\\', "'", '"', '\0', '\b', 'N', ',', '[', ']', ' '),
    maxLength: 12,
  }),
  fc.constantFrom(
    '\\N',
    'NULL',
    'null',
    '\\',
    "\\'",
    '[]',
    "['a']",
    '\ud800',
    'x\udc00',
    '\ufeff',
    '\u2028',
    'nan',
    '0',
  ),
);

// Characters that some engines cannot store are stored as the replacement character.
const storable = (text: string) => text.toWellFormed().replaceAll('\0', '\u{FFFD}');

describe.skipIf(!hasClickHouse)(`event rows in ClickHouse${needsClickHouse}`, () => {
  let client: ClickHouseClient;

  beforeAll(async () => {
    const { url } = await makeSeparateTraffic('clickhouse');
    client = openClickHouse(url);
  });

  afterAll(async () => {
    await client.command({
      query: 'DROP DATABASE {database:Identifier}',
      query_params: { database: await database() },
    });
    await client.close();
  });

  async function database(): Promise<string> {
    const [row] = await queryRows<{ name: string }>(client, 'SELECT currentDatabase() AS name');
    return row?.name ?? '';
  }

  describe('the events table', () => {
    test('has exactly the written columns in order, plus the two spool columns and the computed columns', async () => {
      const columns = await queryRows<{ name: string; type: string; kind: string }>(
        client,
        `SELECT name, type, default_kind AS kind FROM system.columns WHERE database = currentDatabase() AND table = 'events' ORDER BY position`,
      );
      const names = columns.map(({ name }) => name);
      const written = ['line', 'batch', ...eventColumns].map(insertColumnName);
      expect(names.filter((name) => written.includes(name))).toEqual(written);
      const ephemeral = ['line', 'given_batch', 'given_time', 'given_id', 'given_visit_id'];
      expect(columns.filter(({ kind }) => kind === 'EPHEMERAL').map(({ name }) => name)).toEqual(ephemeral);
      const ids = ['id_difference', 'visit_shift', 'visit_high', 'visit_low', 'visit_id', 'id'];
      const computed = [
        'batch',
        'delay',
        'time',
        ...ids,
        'visit_hour',
        'visit_half_hour',
        'visit_day',
        'late',
        'rows',
        'is_test',
      ];
      expect(names.filter((name) => !written.includes(name))).toEqual(computed);
      expect(columns.filter(({ type }) => type.includes('Nullable')).map(({ name }) => name)).toEqual([
        'value',
      ]);
      const money = ['cost', 'revenue', 'value', 'payout'];
      expect(columns.filter(({ type }) => type.includes('Decimal(38, 12)')).map(({ name }) => name)).toEqual(
        money,
      );
      const types = columns.find(({ name }) => name === 'type')?.type.match(/(?<=')\w+(?=')/g);
      expect(types).toEqual(eventTypes);
    });

    test('syncs inserts to disk and remembers deduplication tokens', async () => {
      const [table] = await queryRows<{ sql: string }>(
        client,
        `SELECT create_table_query AS sql FROM system.tables WHERE database = currentDatabase() AND name = 'events'`,
      );
      for (const setting of [
        'fsync_after_insert = 1',
        'fsync_part_directory = 1',
        'non_replicated_deduplication_window = 10000',
      ])
        expect(table?.sql).toContain(setting);
    });

    test('accepts a row with nothing but a type, and keeps it permanently', async () => {
      const id = newId();
      await createEventTarget(client).insert(id, spoolLines(id, [buildRow({ type: 'visit' })]));
      const [row] = await queryRows<Record<string, unknown>>(
        client,
        `SELECT *, id, visit_id FROM events WHERE batch = '${id}'`,
      );
      expect(row).toMatchObject({
        id: '00000000-0000-0000-0000-000000000000',
        expires: '2105-12-31',
        value: null,
        country: '',
        asn: 0,
        tags: [],
        ip: '::',
      });
      expect(row?.['visit_id']).toBe('00000000-0000-0000-0000-000000000000');
    });

    test('deletes only expired rows', async () => {
      const workspace = newId();
      const rows = ['2001-01-01', '2100-01-01', ''].map((expires) =>
        buildVisitRow({ workspace_id: workspace, expires, time: String(Date.UTC(2010, 0)) }, time),
      );
      await createEventTarget(client).insert('expiring', spoolLines('expiring', rows));
      await client.command({ query: 'OPTIMIZE TABLE events PARTITION 201001 FINAL' });
      const left = await queryRows(
        client,
        `SELECT expires FROM events WHERE workspace_id = '${workspace}' ORDER BY expires`,
      );
      expect(left).toEqual([{ expires: '2100-01-01' }, { expires: '2105-12-31' }]);
    });
  });

  describe('a batch', () => {
    test('is stored once and as one part, even for the largest segment', async () => {
      await client.command({ query: 'TRUNCATE TABLE events' });
      const batch = '0123456789abcdef-1794732000';
      // Uses short rows, so that a segment contains as many rows as possible. A segment is closed once it reaches
      // 16 MiB, but the last write group can add up to 2 MiB.
      const row = buildRow({ type: 'visit', time: String(time) });
      const rows = Array.from({ length: Math.ceil((18 * 1024 * 1024) / (row.length + 48)) }, () => row);
      const lines = spoolLines(batch, rows);
      expect(lines.length).toBeGreaterThan(18 * 1024 * 1024);
      const target = createEventTarget(client);
      expect(await target.insert(batch, lines)).toEqual({ kind: 'inserted' });
      expect(await target.insert(batch, lines)).toEqual({ kind: 'inserted' });
      expect(await target.insert(batch, lines.subarray(0, lines.indexOf('\n') + 1))).toEqual({
        kind: 'inserted',
      });
      const parts = await queryRows(
        client,
        `SELECT rows, level, partition FROM system.parts WHERE database = currentDatabase() AND table = 'events' AND rows > 0 AND active`,
      );
      expect(parts).toEqual([{ rows: rows.length, level: 0, partition: '202611' }]);
    });

    test('is found by its name by reading few granules', async () => {
      await client.command({ query: 'TRUNCATE TABLE events' });
      const target = createEventTarget(client);
      for (const name of ['a', 'b', 'c'])
        await target.insert(
          name,
          spoolLines(
            name,
            Array.from({ length: 12_000 }, () => buildVisitRow({ workspace_id: newId() }, time)),
          ),
        );
      await client.command({ query: 'OPTIMIZE TABLE events FINAL' });
      expect(await findBatches(client, ['a', 'c', 'x'], time)).toEqual(new Set(['a', 'c']));
      expect(await findBatches(client, ['a'], time + 1)).toEqual(new Set());
      const plan = await queryRows<{ explain: string }>(
        client,
        `EXPLAIN indexes = 1 SELECT DISTINCT batch FROM events WHERE batch IN ('x') AND time >= fromUnixTimestamp64Milli(${time})`,
      );
      const text = plan.map(({ explain }) => explain.trim()).join('\n');
      expect(text).toContain('Name: batches');
      expect(text).toMatch(/Granules: 0\/\d+/);
    });
  });

  test('cells preserve every text, alone and in lists', async () => {
    const query =
      "INSERT INTO cells (n, text, few, list) SELECT * FROM input('n UInt32, text String, few LowCardinality(String), list Array(LowCardinality(String))') FORMAT TabSeparated";
    await client.command({
      query:
        'CREATE TABLE cells (n UInt32, text String, few LowCardinality(String), list Array(LowCardinality(String))) ENGINE = Memory',
    });
    const row = fc.record({ text: anyText, few: anyText, list: fc.array(anyText, { maxLength: 5 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 200 }), async (rows) => {
        await client.command({ query: 'TRUNCATE TABLE cells' });
        const lines = rows.map(
          ({ text, few, list }, n) => `${cells(String(n), text, few)}\t${listCell(list)}\n`,
        );
        await sendLines(client, { query, lines: Buffer.from(lines.join('')), settings: batchSettings });
        const stored = await queryRows<object>(client, 'SELECT text, few, list FROM cells ORDER BY n');
        const expected = rows.map(({ text, few, list }) => ({
          text: storable(text),
          few: storable(few),
          list: list.map(storable),
        }));
        expect(stored).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });
});

describe('cells', () => {
  test('contain no tab or line break, whatever the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(cell(text)).not.toMatch(/[\t\n\r]/);
        expect(listCell([text])).not.toMatch(/[\t\n\r]/);
      }),
    );
  });
});

test('every column that the edge writes has a cell in a line', () => {
  expect(buildRow({}).split('\t')).toHaveLength(trafficColumns.length);
});

describe('event rows in PostgreSQL', () => {
  let client: Client;

  beforeAll(async () => {
    client = new Client({ connectionString: inject('postgresUrl') });
    await client.connect();
  });

  afterAll(() => client.end());

  test('have an enum with the event types in their order', async () => {
    const { rows: types } = await client.query<{ name: string }>(
      `SELECT unnest(enum_range(NULL::traffic.row_type))::text AS name`,
    );
    expect(types.map(({ name }) => name)).toEqual(eventTypes);
  });
});
