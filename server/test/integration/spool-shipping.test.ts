import { readFileSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cell, listCell } from '../../src/domain/events/cells.ts';
import { trafficColumns } from '../../src/domain/events/columns.ts';
import { openSpool, type Spool } from '../../src/edge/spool/open-spool.ts';
import { createEventTarget } from '../../src/events/insert-batch.ts';
import { openClickHouse, type ClickHouseClient } from '../../src/platform/clickhouse-client.ts';
import { newId } from '../../src/platform/ids.ts';
import { pollUntil } from '../../src/platform/retry.ts';
import { freshClickHouseUrl } from '../../src/testing/fresh-database.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { createTables, queryRows } from '../../src/testing/spool-clickhouse.ts';
import { buildVisitRow, type RowCells } from '../../src/testing/spool-rows.ts';
import { makeTemporaryDirectory } from '../../src/testing/temporary-directory.ts';

let client: ClickHouseClient;

beforeAll(async () => {
  const url = freshClickHouseUrl();
  await createTables(url);
  client = openClickHouse(url);
  // A part then holds what one batch brought.
  await client.command({ query: 'SYSTEM STOP MERGES events' });
});

afterAll(async () => {
  await client.close();
});

type Column = (typeof trafficColumns)[number];
/** A cell, and what ClickHouse says of it. */
type Written = { cell: string; stored: unknown };

const text: fc.Arbitrary<Written> = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.string({ unit: fc.constantFrom('\t', '\n', '\r', '\\', "'", '"', '\0', 'N'), maxLength: 8 }),
    fc.webUrl({ withQueryParameters: true }),
  )
  .map((one) => ({ cell: cell(one), stored: one.toWellFormed() }));
const list: fc.Arbitrary<Written> = fc
  .array(fc.string({ unit: 'binary', maxLength: 12 }), { maxLength: 4 })
  .map((items) => ({ cell: listCell(items), stored: items.map((item) => item.toWellFormed()) }));
const number = (max: number, min = 0): fc.Arbitrary<Written> =>
  fc.integer({ min, max }).map((one) => ({ cell: String(one), stored: one }));
const id: fc.Arbitrary<Written> = fc.uuid().map((one) => ({ cell: one, stored: one }));
const flag: fc.Arbitrary<Written> = fc.boolean().map((one) => ({ cell: one ? '1' : '0', stored: one }));
const money: fc.Arbitrary<Written> = fc
  .tuple(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.integer({ min: 1, max: 9 }))
  .map(([whole, last]) => ({ cell: `${whole}.00000000000${last}`, stored: `${whole}.00000000000${last}` }));

const kinds: Partial<Record<Column, fc.Arbitrary<Written>>> = {
  type: fc.constantFrom('visit', 'lpclick', 'adjustment').map((one) => ({ cell: one, stored: one })),
  config_version: number(2 ** 32 - 1),
  asn: number(2 ** 32 - 1),
  ip: fc.ipV4().map((one) => ({ cell: `::ffff:${one}`, stored: `::ffff:${one}` })),
  tags: list,
  reasons: list,
  link: number(255),
  is_bot: flag,
  is_prefetch: flag,
  is_unique: flag,
  cost: money,
  revenue: money,
  expires: fc.constant({ cell: '2099-12-31', stored: '2099-12-31' }),
};
for (const name of trafficColumns) {
  if (name.endsWith('_id') && name !== 'external_id') kinds[name] = id;
  if (name.endsWith('visits') || name.startsWith('lp_')) kinds[name] = number(127, -128);
}
kinds.id = id;
kinds.events = number(127, -128);
kinds.conversions = number(127, -128);

const november = Date.UTC(2026, 10, 1);
const moment: fc.Arbitrary<Written> = fc
  .integer({ min: november, max: november + 29 * 86_400_000 })
  .map((one) => ({
    cell: String(one),
    stored: new Date(one).toISOString().replace('T', ' ').replace('Z', ''),
  }));
kinds.time = moment;
kinds.visit_time = moment;

const anyRow = fc.tuple(...trafficColumns.map((name) => kinds[name] ?? text));

async function appendAll(spool: Spool, rows: readonly string[], timeMs: number): Promise<string[]> {
  return await Promise.all(
    rows.map((row) => new Promise<string>((resolve) => spool.append(row, timeMs, resolve))),
  );
}

async function shipEverything(spool: Spool): Promise<void> {
  await spool.close();
  const problems: string[] = [];
  const next = await openSpool({ directory: directories.get(spool) ?? '' });
  next.startShipping(createEventTarget(client), { onProblem: (message) => problems.push(message) });
  await pollUntil(() => (next.status().backlogSegments === 0 ? true : undefined), {
    timeoutMs: hangLimitMs,
    intervalMs: 2,
  });
  await next.close();
  expect(problems).toEqual([]);
}

const directories = new WeakMap<Spool, string>();
async function newSpool(): Promise<Spool> {
  const directory = makeTemporaryDirectory();
  const spool = await openSpool({ directory, failOpenMs: hangLimitMs });
  directories.set(spool, directory);
  return spool;
}

test('every column of every row arrives exactly as it was written', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyRow, { minLength: 1, maxLength: 60 }), async (rows) => {
      const spool = await newSpool();
      const fates = await appendAll(
        spool,
        rows.map((row) => row.map((one) => one.cell).join('\t')),
        november,
      );
      expect(new Set(fates)).toEqual(new Set(['kept']));
      const [batch = ''] = await batchesOf(spool, () => shipEverything(spool));
      const result = await client.query({
        // A batch is one part, and one of its rows has its name.
        query: `SELECT ${trafficColumns.join(', ')} FROM events
          WHERE _part = (SELECT _part FROM events WHERE batch = {batch:String})`,
        query_params: { batch },
        format: 'JSONCompactEachRow',
        clickhouse_settings: { output_format_json_quote_decimals: 1 },
      });
      const stored = await result.json<unknown[]>();
      const sorted = (all: unknown[][]) => all.map((row) => JSON.stringify(row)).toSorted();
      expect(sorted(stored)).toEqual(sorted(rows.map((row) => row.map((one) => one.stored))));
    }),
    { numRuns: 15 },
  );
});

/** The batches that a spool ships meanwhile. */
async function batchesOf(spool: Spool, work: () => Promise<void>): Promise<string[]> {
  await work();
  return readdirSync(directories.get(spool) ?? '')
    .filter((name) => name.endsWith('.shipped'))
    .map((name) => name.split('-').slice(0, 2).join('-'));
}

test('rows that ClickHouse refuses are set aside with the reason, and all others arrive', async () => {
  const spool = await newSpool();
  const workspace = newId();
  const bad: RowCells[] = [
    { asn: 'many' },
    { visit_id: 'nobody' },
    { time: 'now' },
    { tags: 'a,b' },
    { type: 'unheard' },
    { ip: '300.1.1.1' },
    { cost: '1e400' },
    { is_bot: 'perhaps' },
  ];
  const rows = [
    ...Array.from({ length: 500 }, () => buildVisitRow({ workspace_id: workspace }, november)),
    ...bad.map((cells) => buildVisitRow({ workspace_id: workspace, ...cells }, november)),
    'too\tfew\tcells',
    `${buildVisitRow({ workspace_id: workspace }, november)}\ttoo many`,
    ...Array.from({ length: 500 }, () => buildVisitRow({ workspace_id: workspace }, november)),
  ];
  await appendAll(spool, rows, november);
  await shipEverything(spool);
  const stored = await queryRows(
    client,
    `SELECT count() AS rows, uniqExact(id) AS different, uniqExactIf(batch, batch != '') AS batches FROM events WHERE workspace_id = '${workspace}'`,
  );
  expect(stored).toEqual([{ rows: 1_000, different: 1_000, batches: 1 }]);
  const folder = join(directories.get(spool) ?? '', 'rejected');
  const rejected = readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8').trim().split('\n'),
  );
  expect(rejected).toHaveLength(bad.length + 2);
  for (const one of rejected)
    expect(JSON.parse(one)).toMatchObject({ reason: expect.stringMatching(/^[A-Z0-9_]+: ./) });
});

test('a batch that is there is not stored again, although ClickHouse has forgotten its token', async () => {
  const spool = await newSpool();
  const directory = directories.get(spool) ?? '';
  const workspace = newId();
  await appendAll(spool, [buildVisitRow({ workspace_id: workspace }, november)], november);
  const count = async () =>
    await queryRows(client, `SELECT count() AS rows FROM events WHERE workspace_id = '${workspace}'`);
  await shipEverything(spool);
  // Without a window the log of tokens is thrown away, as a power cut may do.
  for (const window of [0, 10_000])
    await client.command({
      query: `ALTER TABLE events MODIFY SETTING non_replicated_deduplication_window = ${window}`,
    });
  for (const name of readdirSync(directory).filter((one) => one.endsWith('.shipped')))
    renameSync(join(directory, name), join(directory, name.replace(/-\d{13}\.shipped$/, '.sealed')));
  await shipEverything(spool);
  expect(await count()).toEqual([{ rows: 1 }]);
});

test('an answer that does not come, or an error that blames no row, is an unknown outcome', async () => {
  const away = openClickHouse('http://127.0.0.1:1/waypost');
  expect(await createEventTarget(away).insert('a', Buffer.from('x\n'))).toMatchObject({ kind: 'unknown' });
  await expect(createEventTarget(away).findBatches(['a'], 0)).rejects.toThrow();
  await away.close();
  const url = freshClickHouseUrl();
  const empty = openClickHouse(url);
  expect(await createEventTarget(empty).insert('a', Buffer.from('x\n'))).toMatchObject({ kind: 'unknown' });
  await empty.close();
});
