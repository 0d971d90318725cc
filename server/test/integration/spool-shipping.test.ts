import { readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { BatchTarget } from '../../src/domain/traffic/batch-target.ts';
import { cell, listCell } from '../../src/domain/traffic/cells.ts';
import { trafficColumns } from '../../src/domain/traffic/columns.ts';
import { openSpool, type Spool } from '../../src/edge/spool/open-spool.ts';
import { newId } from '../../src/platform/ids.ts';
import { pollUntil } from '../../src/testing/poll-until.ts';
import type { TrafficAddress } from '../../src/start/engine-addresses.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { testStores } from '../../src/testing/machine.ts';
import { rounds } from '../../src/testing/rounds.ts';
import { buildVisitRow, type RowCells } from '../../src/testing/spool/rows.ts';
import { makeTemporaryDirectory } from '../../src/testing/temporary-directory.ts';
import { openTraffic } from '../../src/testing/traffic/open-traffic.ts';
import { makeSeparateTraffic } from '../../src/testing/traffic/separate-traffic.ts';
import { readRecordedRows, type RecordedRow } from '../../src/testing/traffic/recorded-rows.ts';
import {
  openUnreachableTraffic,
  openTestTraffic,
  trafficAddress,
} from '../../src/testing/traffic/traffic.ts';
import { freshClickHouseUrl, makeDatabase } from '../../src/testing/workspaces/fresh-database.ts';
import { openClickHouse } from '../../src/traffic/clickhouse/client.ts';
import type { TrafficStore } from '../../src/traffic/traffic-store.ts';

type Column = (typeof trafficColumns)[number];
/** A cell as written to the spool, and its value as stored. */
type SpooledCell = { cell: string; stored: RecordedRow[Column] };

// Characters that some engines cannot store are stored as the replacement character.
const storable = (one: string) => one.toWellFormed().replaceAll('\0', '\u{FFFD}');

const text: fc.Arbitrary<SpooledCell> = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.string({ unit: fc.constantFrom('\t', '\n', '\r', '\\', "'", '"', '\0', 'N'), maxLength: 8 }),
    fc.webUrl({ withQueryParameters: true }),
  )
  .map((one) => ({ cell: cell(one), stored: storable(one) || null }));
const list: fc.Arbitrary<SpooledCell> = fc
  .array(fc.string({ unit: 'binary', maxLength: 12 }), { maxLength: 4 })
  .map((items) => ({ cell: listCell(items), stored: items.map(storable) }));
const number = (max: number, min = 0): fc.Arbitrary<SpooledCell> =>
  fc.integer({ min, max }).map((one) => ({ cell: String(one), stored: one }));
const id: fc.Arbitrary<SpooledCell> = fc.uuid().map((one) => ({ cell: one, stored: one }));
const flag: fc.Arbitrary<SpooledCell> = fc.boolean().map((one) => ({ cell: one ? '1' : '0', stored: one }));
const money: fc.Arbitrary<SpooledCell> = fc
  .tuple(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.integer({ min: 1, max: 9 }))
  .map(([whole, last]) => ({ cell: `${whole}.00000000000${last}`, stored: `${whole}.00000000000${last}` }));

const kinds: Partial<Record<Column, fc.Arbitrary<SpooledCell>>> = {
  type: fc.constantFrom('visit', 'lpclick', 'adjustment').map((one) => ({ cell: one, stored: one })),
  config_version: number(2 ** 31 - 1),
  asn: number(2 ** 32 - 1),
  ip: fc.ipV4().map((one) => ({ cell: `::ffff:${one}`, stored: one === '0.0.0.0' ? null : one })),
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
const timestamp: fc.Arbitrary<SpooledCell> = fc
  .integer({ min: november, max: november + 29 * 86_400_000 })
  .map((one) => ({ cell: String(one), stored: one }));
kinds.time = timestamp;
kinds.visit_time = timestamp;

const anyRow = fc.tuple(...trafficColumns.map((name) => kinds[name] ?? text));

async function appendAll(spool: Spool, rows: readonly string[], timeMs: number): Promise<string[]> {
  return await Promise.all(
    rows.map((row) => new Promise<string>((resolve) => spool.append(row, timeMs, resolve))),
  );
}

async function shipEverything(spool: Spool, target: BatchTarget): Promise<void> {
  await spool.close();
  const problems: string[] = [];
  const next = await openSpool({ directory: directories.get(spool) ?? '' });
  next.startShipping(target, { onProblem: (message) => problems.push(message) });
  await pollUntil(() => (next.status().backlogSegments === 0 ? true : undefined), {
    timeoutMs: hangLimitMs,
    intervalMs: 2,
  });
  await next.close();
  expect(problems).toEqual([]);
}

const directories = new WeakMap<Spool, string>();
async function openTestSpool(): Promise<Spool> {
  const directory = makeTemporaryDirectory();
  const spool = await openSpool({ directory, failOpenMs: hangLimitMs });
  directories.set(spool, directory);
  return spool;
}

function batchesOf(spool: Spool): string[] {
  return readdirSync(directories.get(spool) ?? '')
    .filter((name) => name.endsWith('.shipped'))
    .map((name) => name.split('-').slice(0, 2).join('-'));
}

/** Simulates the state after a power failure: the rows exist, but the engine has lost its record of the batches. */
async function forgetTokens({ store, url }: TrafficAddress): Promise<void> {
  if (store !== 'clickhouse') return;
  const client = openClickHouse(url);
  // Setting the window to 0 discards the log of deduplication tokens.
  for (const window of [0, 10_000])
    await client.command({
      query: `ALTER TABLE events MODIFY SETTING non_replicated_deduplication_window = ${window}`,
    });
  await client.close();
}

describe.each(testStores)('rows shipped to %s', (store) => {
  let targets: TrafficStore['targets'];
  let traffic: TrafficStore;
  // Each engine reports rejected rows in its own words.
  const reason = store === 'clickhouse' ? /^[A-Z0-9_]+: ./ : /^(?:[a-z_]+ is |the row has )./;

  beforeAll(() => {
    traffic = openTestTraffic(store);
    ({ targets } = traffic);
  });

  afterAll(async () => {
    await traffic.close();
  });

  test('are stored exactly as written, in every column', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyRow, { minLength: 1, maxLength: 60 }), async (samples) => {
        const workspaceId = newId();
        const own = { cell: workspaceId, stored: workspaceId };
        const rows = samples.map((row) => row.with(trafficColumns.indexOf('workspace_id'), own));
        const spool = await openTestSpool();
        const results = await appendAll(
          spool,
          rows.map((row) => row.map((one) => one.cell).join('\t')),
          november,
        );
        expect(new Set(results)).toEqual(new Set(['kept']));
        await shipEverything(spool, targets.visits);
        const found = await readRecordedRows(trafficAddress(store), workspaceId);
        const sorted = (all: unknown[][]) => all.map((row) => JSON.stringify(row)).toSorted();
        const recorded = found.map((row) => trafficColumns.map((name) => row[name]));
        expect(sorted(recorded)).toEqual(sorted(rows.map((row) => row.map((one) => one.stored))));
      }),
      { numRuns: rounds(5, 15) },
    );
  });

  test('are set aside with the reason if invalid, and all others are stored', async () => {
    const spool = await openTestSpool();
    const workspace = newId();
    const bad: RowCells[] = [
      { asn: 'many' },
      { visit_id: 'invalid' },
      { time: 'now' },
      { tags: 'a,b' },
      { type: 'unknown' },
      { ip: '300.1.1.1' },
      { cost: '1e400' },
      { is_bot: 'maybe' },
    ];
    const rows = [
      ...Array.from({ length: 500 }, () => buildVisitRow({ workspace_id: workspace }, november)),
      ...bad.map((cells) => buildVisitRow({ workspace_id: workspace, ...cells }, november)),
      'too\tfew\tcells',
      `${buildVisitRow({ workspace_id: workspace }, november)}\ttoo many`,
      ...Array.from({ length: 500 }, () => buildVisitRow({ workspace_id: workspace }, november)),
    ];
    await appendAll(spool, rows, november);
    await shipEverything(spool, targets.visits);
    const stored = await readRecordedRows(trafficAddress(store), workspace);
    expect([stored.length, new Set(stored.map((row) => row.id)).size]).toEqual([1_000, 1_000]);
    const batches = batchesOf(spool);
    expect(batches).toHaveLength(1);
    expect(await targets.visits.findBatches(batches, november)).toEqual(new Set(batches));
    const folder = join(directories.get(spool) ?? '', 'rejected');
    const rejected = readdirSync(folder).flatMap((name) =>
      readFileSync(join(folder, name), 'utf8').trim().split('\n'),
    );
    expect(rejected).toHaveLength(bad.length + 2);
    for (const one of rejected)
      expect(JSON.parse(one)).toMatchObject({ reason: expect.stringMatching(reason) });
  });

  test('are not stored again if their batch is already stored, even if the engine has lost its record of the batch', async () => {
    const address = await makeSeparateTraffic(store);
    const own = openTraffic(address);
    onTestFinished(() => own.close());
    const spool = await openTestSpool();
    const directory = directories.get(spool) ?? '';
    const workspace = newId();
    await appendAll(spool, [buildVisitRow({ workspace_id: workspace }, november)], november);
    await shipEverything(spool, own.targets.visits);
    await forgetTokens(address);
    for (const name of readdirSync(directory).filter((one) => one.endsWith('.shipped')))
      renameSync(join(directory, name), join(directory, name.replace(/-\d{13}\.shipped$/, '.sealed')));
    await shipEverything(spool, own.targets.visits);
    expect(await readRecordedRows(address, workspace)).toHaveLength(1);
  });

  test('have an unknown outcome after a missing response or an error that no row has caused', async () => {
    const line = Buffer.from(`line\ta\t${buildVisitRow({ workspace_id: newId() }, november)}\n`);
    const offline = openUnreachableTraffic(store);
    expect(await offline.targets.visits.insert('a', line)).toMatchObject({ kind: 'unknown' });
    await expect(offline.targets.visits.findBatches(['a'], 0)).rejects.toThrow();
    await offline.close();
    const url = store === 'clickhouse' ? freshClickHouseUrl() : await makeDatabase();
    const empty = openTraffic({ store, url });
    expect(await empty.targets.visits.insert('a', line)).toMatchObject({ kind: 'unknown' });
    await empty.close();
  });
});
