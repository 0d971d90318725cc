import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BatchTarget } from '../../src/domain/events/batch-target.ts';
import { LineBuffer } from '../../src/edge/spool/line-buffer.ts';
import { openSpool } from '../../src/edge/spool/open-spool.ts';
import { columnsFromVisit, createClickTarget, visitsOfClicks } from '../../src/events/insert-clicks.ts';
import { createEventTarget } from '../../src/events/insert-batch.ts';
import { openClickHouse, type ClickHouseClient } from '../../src/platform/clickhouse-client.ts';
import { newId } from '../../src/platform/ids.ts';
import { pollUntil } from '../../src/platform/retry.ts';
import { freshClickHouseUrl } from '../../src/testing/fresh-database.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { createTables, queryRows } from '../../src/testing/spool-clickhouse.ts';
import { buildRow, buildVisitRow, type RowCells } from '../../src/testing/spool-rows.ts';
import { makeTemporaryDirectory } from '../../src/testing/temporary-directory.ts';

const time = Date.UTC(2026, 10, 15, 12);
const zero = '00000000-0000-0000-0000-000000000000';

let client: ClickHouseClient;
let clicks: BatchTarget;
let workspace: string;
let campaign: string;

beforeAll(async () => {
  const url = freshClickHouseUrl();
  await createTables(url);
  client = openClickHouse(url);
  clicks = createClickTarget(client);
});

afterAll(async () => {
  await client.close();
});

beforeEach(() => {
  workspace = newId();
  campaign = newId();
});

function linesOf(batch: string, rows: readonly string[]): Buffer {
  const waiting = rows.map((row) => ({ row, timeMs: 0, appendedAt: 0, done: undefined, isDropped: false }));
  return Buffer.from(new LineBuffer().encode(waiting, Buffer.from(`${batch}\t`)));
}

const own = () => ({ workspace_id: workspace, campaign_id: campaign });

/** Something different in every column that a click takes from its visit. */
function visitCells(): RowCells {
  const given: RowCells = { ...own(), tags: "['a','b\\\\t']", reasons: "['of the visit']" };
  for (const name of columnsFromVisit) {
    if (name === 'config_version' || name === 'asn') given[name] = '77';
    else if (name === 'ip') given[name] = '2001:db8::1';
    else if (name !== 'tags')
      given[name] = name.endsWith('_id') && name !== 'external_id' ? newId() : `visit ${name}`;
  }
  return given;
}

async function storeVisit(visitId: string, cells: RowCells = visitCells(), timeMs = time): Promise<void> {
  const batch = newId();
  const row = buildVisitRow({ ...cells, id: visitId, visit_id: visitId }, timeMs);
  expect(await createEventTarget(client).insert(batch, linesOf(batch, [row]))).toEqual({ kind: 'inserted' });
}

function clickRow(visitId: string, cells: RowCells = {}): string {
  return buildRow({
    ...own(),
    type: 'lpclick',
    visit_time: String(time),
    time: String(time + 5_000),
    id: newId(),
    visit_id: visitId,
    offer_id: newId(),
    lp_clicks: '1',
    ...cells,
  });
}

async function stored(columns: string): Promise<Record<string, unknown>[]> {
  return await queryRows(
    client,
    `SELECT ${columns} FROM events WHERE workspace_id = '${workspace}' AND type != 'visit' ORDER BY country DESC`,
  );
}

describe('a landing click', () => {
  test('takes from its visit all that the visit says of itself, and keeps what is its own', async () => {
    const visitId = newId();
    await storeVisit(visitId);
    const offer = newId();
    const network = newId();
    const click = {
      offer_id: offer,
      affiliate_network_id: network,
      country: 'XX',
      reasons: "['own']",
      link: '2',
    };
    expect(await clicks.insert('a', linesOf('a', [clickRow(visitId, click)]))).toEqual({ kind: 'inserted' });
    const [row] = await stored('*');
    const [visit] = await queryRows<Record<string, unknown>>(
      client,
      `SELECT ${columnsFromVisit.join(', ')} FROM events WHERE id = '${visitId}'`,
    );
    expect(row).toMatchObject(visit ?? {});
    expect(row).toMatchObject({
      batch: 'a',
      country: 'visit country',
      type: 'lpclick',
      offer_id: offer,
      affiliate_network_id: network,
      reasons: ['own'],
      link: 2,
      lp_clicks: 1,
      visits: 0,
    });
  });

  test('whose visit is not there keeps what it says itself and is marked', async () => {
    await storeVisit(newId());
    const lines = linesOf('b', [clickRow(newId(), { country: 'FR', reasons: "['own']" }), clickRow(zero)]);
    expect(await clicks.insert('b', lines)).toEqual({ kind: 'inserted' });
    expect(await stored('country, reasons')).toEqual([
      { country: 'FR', reasons: ['own', 'visit-unknown'] },
      { country: '', reasons: ['visit-unknown'] },
    ]);
  });

  test('never takes what belongs to a visit of another workspace, campaign or time', async () => {
    const visitId = newId();
    await storeVisit(visitId, { ...visitCells(), workspace_id: newId() });
    await storeVisit(visitId, { ...visitCells(), campaign_id: newId() });
    await storeVisit(visitId, visitCells(), time + 1);
    await clicks.insert('c', linesOf('c', [clickRow(visitId)]));
    expect(await stored('country, reasons')).toEqual([{ country: '', reasons: ['visit-unknown'] }]);
  });

  test('is stored once although its batch is sent twice, and although its visit came meanwhile', async () => {
    const visitId = newId();
    const lines = linesOf(visitId, [clickRow(visitId)]);
    await clicks.insert(visitId, lines);
    await storeVisit(visitId);
    expect(await clicks.insert(visitId, lines)).toEqual({ kind: 'inserted' });
    expect(await stored('country')).toEqual([{ country: '' }]);
    expect(await clicks.findBatches([visitId, 'x'], time)).toEqual(new Set([visitId]));
  });

  test('is one row although its visit is stored twice', async () => {
    const visitId = newId();
    await storeVisit(visitId);
    await storeVisit(visitId);
    await clicks.insert('d', linesOf('d', [clickRow(visitId)]));
    expect(await stored('country')).toEqual([{ country: 'visit country' }]);
  });

  test('that ClickHouse cannot read is found, and the others go in', async () => {
    const lines = linesOf('e', [clickRow(newId()), clickRow('nobody'), clickRow(newId())]);
    expect(await clicks.insert('e', lines)).toMatchObject({ kind: 'refused' });
    expect(await clicks.countMissingVisits?.(lines)).toBe(0);
    const { accepted, refused } = await clicks.separateRefused(lines);
    expect(refused).toHaveLength(1);
    expect(await clicks.insert('e', accepted)).toEqual({ kind: 'inserted' });
    expect(await stored('type')).toHaveLength(2);
  });
});

describe('missing visits', () => {
  test('are counted once each, and those of clicks without a visit not at all', async () => {
    const [known, unknown] = [newId(), newId()];
    await storeVisit(known);
    const rows = [clickRow(known), clickRow(unknown), clickRow(unknown), clickRow(newId()), clickRow(zero)];
    expect(await clicks.countMissingVisits?.(linesOf('f', rows))).toBe(2);
    expect(await clicks.countMissingVisits?.(linesOf('f', [clickRow(known)]))).toBe(0);
  });

  test('hold a segment back until they are there, while others pass it', async () => {
    const directory = makeTemporaryDirectory();
    const spool = await openSpool({ directory, segmentBytes: 1, failOpenMs: hangLimitMs });
    const [late, known] = [newId(), newId()];
    await storeVisit(known);
    for (const visitId of [late, known, zero])
      await new Promise((resolve) => spool.append(clickRow(visitId), time, resolve));
    spool.startShipping(clicks, { visitWait: { mostMs: hangLimitMs, quietMs: hangLimitMs, againMs: 20 } });
    await pollUntil(() => (spool.counters.batchesShipped === 2 ? true : undefined), {
      timeoutMs: hangLimitMs,
      intervalMs: 5,
    });
    expect(await stored('country')).toHaveLength(2);
    await storeVisit(late);
    await pollUntil(() => (spool.counters.batchesShipped === 3 ? true : undefined), {
      timeoutMs: hangLimitMs,
      intervalMs: 5,
    });
    await spool.close();
    const countries = await stored('country, reasons');
    expect(countries.filter(({ country }) => country === 'visit country')).toHaveLength(2);
    expect(countries.filter(({ country }) => country === '')).toHaveLength(1);
  });

  test('are given up when no more of them come', async () => {
    const spool = await openSpool({
      directory: makeTemporaryDirectory(),
      segmentBytes: 1,
      failOpenMs: hangLimitMs,
    });
    await new Promise((resolve) => spool.append(clickRow(newId()), time, resolve));
    spool.startShipping(clicks, { visitWait: { mostMs: hangLimitMs, quietMs: 50, againMs: 10 } });
    await pollUntil(() => (spool.counters.batchesShipped === 1 ? true : undefined), {
      timeoutMs: hangLimitMs,
      intervalMs: 5,
    });
    await spool.close();
    expect(await stored('reasons')).toEqual([{ reasons: ['visit-unknown'] }]);
  });
});

test('visits are found by the primary key, without reading the others', async () => {
  const batch = newId();
  const rows = Array.from({ length: 100_000 }, (_, index) =>
    buildVisitRow({ ...own(), country: '', user_agent: '', referrer: '' }, time + index),
  );
  await createEventTarget(client).insert(batch, linesOf(batch, rows));
  const visitId = newId();
  await storeVisit(visitId, own());
  const key = `toUUID('${workspace}') AS workspace_id, toUUID('${campaign}') AS campaign_id, toDateTime64('2026-11-15 12:00:00.000', 3, 'UTC') AS visit_time, toUUID('${visitId}') AS visit_id`;
  const plan = await queryRows<{ explain: string }>(
    client,
    `EXPLAIN indexes = 1 WITH clicks AS (SELECT ${key}) SELECT country ${visitsOfClicks}`,
  );
  const text = plan.map(({ explain }) => explain.trim()).join(' ');
  const [, read, there] = /PrimaryKey .*? Granules: (\d+)\/(\d+)/.exec(text) ?? [];
  expect(Number(there)).toBeGreaterThan(10);
  expect(Number(read)).toBeLessThanOrEqual(3);
});
