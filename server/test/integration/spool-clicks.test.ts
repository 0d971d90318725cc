import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { BatchTarget } from '../../src/domain/traffic/batch-target.ts';
import { eventColumns, type EventColumn } from '../../src/domain/traffic/columns.ts';
import { openSpool } from '../../src/edge/spool/open-spool.ts';
import { newId } from '../../src/platform/ids.ts';
import { pollUntil } from '../../src/testing/poll-until.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { describeLightStores } from '../../src/testing/light-stores.ts';
import { hasClickHouse, needsClickHouse } from '../../src/testing/machine.ts';
import { spoolLines } from '../../src/testing/spool/lines.ts';
import { buildRow, buildVisitRow, type RowCells } from '../../src/testing/spool/rows.ts';
import { makeTemporaryDirectory } from '../../src/testing/temporary-directory.ts';
import { queryRows } from '../../src/testing/traffic/clickhouse-target.ts';
import { makeSeparateTraffic } from '../../src/testing/traffic/separate-traffic.ts';
import { readRecordedRows, type RecordedRow } from '../../src/testing/traffic/recorded-rows.ts';
import { openTestTraffic, trafficAddress } from '../../src/testing/traffic/traffic.ts';
import { waitUntil } from '../../src/testing/wait-until.ts';
import { openClickHouse } from '../../src/traffic/clickhouse/client.ts';
import { createEventTarget } from '../../src/traffic/clickhouse/insert-batch.ts';
import { columnsFromVisit, visitsOfClicks } from '../../src/traffic/clickhouse/insert-clicks.ts';
import type { TrafficStore } from '../../src/traffic/traffic-store.ts';

const time = Date.UTC(2026, 10, 15, 12);
const zero = '00000000-0000-0000-0000-000000000000';

describeLightStores('clicks in %s', (store) => {
  let traffic: TrafficStore;
  let clicks: BatchTarget;
  let workspace: string;
  let campaign: string;
  let batch: string;

  beforeAll(() => {
    traffic = openTestTraffic(store);
    ({ clicks } = traffic.targets);
  });

  afterAll(async () => {
    await traffic.close();
  });

  beforeEach(() => {
    [workspace, campaign, batch] = [newId(), newId(), newId()];
  });

  const own = () => ({ workspace_id: workspace, campaign_id: campaign });

  /** Returns a different value for each column that a click copies from its visit. */
  function visitCells(): RowCells {
    const cells: RowCells = { ...own(), tags: "['a','b\\\\t']", reasons: "['from visit']" };
    for (const name of columnsFromVisit) {
      if (name === 'config_version' || name === 'asn') cells[name] = '77';
      else if (name === 'ip') cells[name] = '2001:db8::1';
      else if (name !== 'tags')
        cells[name] = name.endsWith('_id') && name !== 'external_id' ? newId() : `visit ${name}`;
    }
    return cells;
  }

  async function storeVisit(visitId: string, cells: RowCells = visitCells(), timeMs = time): Promise<void> {
    const visits = newId();
    const row = buildVisitRow({ ...cells, id: visitId, visit_id: visitId }, timeMs);
    expect(await traffic.targets.visits.insert(visits, spoolLines(visits, [row]))).toEqual({
      kind: 'inserted',
    });
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

  /** Returns some columns of all rows except visits, sorted by country in descending order. */
  async function stored<Name extends EventColumn>(...names: Name[]): Promise<Pick<RecordedRow, Name>[]> {
    const rows = await readRecordedRows(trafficAddress(store), workspace);
    return rows
      .filter(({ type }) => type !== 'visit')
      .toSorted((one, other) => String(other.country ?? '').localeCompare(String(one.country ?? '')))
      .map((row) => Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<RecordedRow, Name>);
  }

  describe('a landing-page click', () => {
    test('copies all attributes from its visit and keeps its own', async () => {
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
      expect(await clicks.insert(batch, spoolLines(batch, [clickRow(visitId, click)]))).toEqual({
        kind: 'inserted',
      });
      expect(await clicks.findBatches([batch], time)).toEqual(new Set([batch]));
      const [row] = await stored(...eventColumns);
      const rows = await readRecordedRows(trafficAddress(store), workspace);
      const visit = rows.find(({ id }) => id === visitId);
      expect(row).toMatchObject(Object.fromEntries(columnsFromVisit.map((name) => [name, visit?.[name]])));
      expect(row).toMatchObject({
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

    test('keeps its own values and is marked if its visit is unknown', async () => {
      await storeVisit(newId());
      const lines = spoolLines(batch, [
        clickRow(newId(), { country: 'FR', reasons: "['own']" }),
        clickRow(zero),
      ]);
      expect(await clicks.insert(batch, lines)).toEqual({ kind: 'inserted' });
      expect(await stored('country', 'reasons')).toEqual([
        { country: 'FR', reasons: ['own', 'visit-unknown'] },
        { country: null, reasons: ['visit-unknown'] },
      ]);
    });

    test('never copies from a visit with a different workspace, campaign or time', async () => {
      const visitId = newId();
      await storeVisit(visitId, { ...visitCells(), workspace_id: newId() });
      await storeVisit(visitId, { ...visitCells(), campaign_id: newId() });
      await storeVisit(visitId, visitCells(), time + 1);
      await clicks.insert(batch, spoolLines(batch, [clickRow(visitId)]));
      expect(await stored('country', 'reasons')).toEqual([{ country: null, reasons: ['visit-unknown'] }]);
    });

    test('is stored once when its batch is sent twice and its visit arrives in between', async () => {
      const visitId = newId();
      const lines = spoolLines(visitId, [clickRow(visitId)]);
      await clicks.insert(visitId, lines);
      await storeVisit(visitId);
      expect(await clicks.insert(visitId, lines)).toEqual({ kind: 'inserted' });
      expect(await stored('country')).toEqual([{ country: null }]);
      expect(await clicks.findBatches([visitId, 'x'], time)).toEqual(new Set([visitId]));
    });

    test('is stored once when its visit is stored twice', async () => {
      const visitId = newId();
      await storeVisit(visitId);
      await storeVisit(visitId);
      await clicks.insert(batch, spoolLines(batch, [clickRow(visitId)]));
      expect(await stored('country')).toEqual([{ country: 'visit country' }]);
    });

    test('is separated from the batch if it is invalid, and the other rows are inserted', async () => {
      const lines = spoolLines(batch, [clickRow(newId()), clickRow('invalid'), clickRow(newId())]);
      expect(await clicks.insert(batch, lines)).toMatchObject({ kind: 'refused' });
      expect(await clicks.findMissingVisits?.(lines)).toMatchObject({ count: 0 });
      const { accepted, refused } = await clicks.separateRefused(lines);
      expect(refused).toHaveLength(1);
      expect(await clicks.insert(batch, accepted)).toEqual({ kind: 'inserted' });
      expect(await stored('type')).toHaveLength(2);
    });
  });

  describe('missing visits', () => {
    test('are counted once each, and clicks without a visit ID are not counted', async () => {
      const [known, unknown] = [newId(), newId()];
      await storeVisit(known);
      const rows = [clickRow(known), clickRow(unknown), clickRow(unknown), clickRow(newId()), clickRow(zero)];
      expect(await clicks.findMissingVisits?.(spoolLines(batch, rows))).toMatchObject({ count: 2 });
      expect(await clicks.findMissingVisits?.(spoolLines(batch, [clickRow(known)]))).toMatchObject({
        count: 0,
      });
    });

    test('delay their segment until they are stored, while other segments are shipped', async () => {
      const directory = makeTemporaryDirectory();
      const spool = await openSpool({ directory, segmentBytes: 1, failOpenMs: hangLimitMs });
      const [missing, known] = [newId(), newId()];
      await storeVisit(known);
      for (const visitId of [missing, known, zero])
        await new Promise((resolve) => spool.append(clickRow(visitId), time, resolve));
      spool.startShipping(clicks, {
        visitWait: { maxWaitMs: hangLimitMs, noProgressMs: hangLimitMs, retryMs: 20 },
      });
      await pollUntil(() => (spool.counters.batchesShipped === 2 ? true : undefined), {
        timeoutMs: hangLimitMs,
        intervalMs: 5,
      });
      expect(await stored('country')).toHaveLength(2);
      await storeVisit(missing);
      await pollUntil(() => (spool.counters.batchesShipped === 3 ? true : undefined), {
        timeoutMs: hangLimitMs,
        intervalMs: 5,
      });
      await spool.close();
      const countries = await stored('country', 'reasons');
      expect(countries.filter(({ country }) => country === 'visit country')).toHaveLength(2);
      expect(countries.filter(({ country }) => country === null)).toHaveLength(1);
    });

    test('from the same edge are waited for even if they are half an hour late', async () => {
      let nowMs = time;
      const open = () =>
        openSpool({
          directory: makeTemporaryDirectory(),
          segmentBytes: 1,
          failOpenMs: hangLimitMs,
          now: () => nowMs,
        });
      const [visitId, known] = [newId(), newId()];
      await storeVisit(known);
      const [visitSpool, clickSpool] = [await open(), await open()];
      const visit = buildVisitRow({ ...visitCells(), id: visitId, visit_id: visitId }, time);
      await new Promise((resolve) => visitSpool.append(visit, time, resolve));
      await new Promise((resolve) => clickSpool.append(clickRow(visitId), time, resolve));
      clickSpool.startShipping(clicks, { visits: visitSpool });
      const appendClick = async (shipped: number) => {
        nowMs += 10 * 60_000;
        await new Promise((resolve) => clickSpool.append(clickRow(known), nowMs, resolve));
        await waitUntil(() => clickSpool.counters.batchesShipped === shipped);
      };
      for (const shipped of [1, 2, 3]) await appendClick(shipped);
      expect(await stored('country')).toEqual(
        Array.from({ length: 3 }, () => ({ country: 'visit country' })),
      );
      visitSpool.startShipping(traffic.targets.visits);
      await waitUntil(() => visitSpool.status().backlogSegments === 0);
      await appendClick(5);
      await Promise.all([visitSpool.close(), clickSpool.close()]);
      expect(await stored('country', 'reasons')).toEqual(
        Array.from({ length: 5 }, () => ({ country: 'visit country', reasons: [] })),
      );
    });

    test('are no longer waited for once none of them has arrived for a while', async () => {
      const spool = await openSpool({
        directory: makeTemporaryDirectory(),
        segmentBytes: 1,
        failOpenMs: hangLimitMs,
      });
      await new Promise((resolve) => spool.append(clickRow(newId()), time, resolve));
      spool.startShipping(clicks, { visitWait: { maxWaitMs: hangLimitMs, noProgressMs: 50, retryMs: 10 } });
      await pollUntil(() => (spool.counters.batchesShipped === 1 ? true : undefined), {
        timeoutMs: hangLimitMs,
        intervalMs: 5,
      });
      await spool.close();
      expect(await stored('reasons')).toEqual([{ reasons: ['visit-unknown'] }]);
    });
  });
});

test.skipIf(!hasClickHouse)(
  `the visits that clicks belong to are looked up by primary key${needsClickHouse}`,
  async () => {
    const [batch, workspace, campaign] = [newId(), newId(), newId()];
    const own = { workspace_id: workspace, campaign_id: campaign };
    const { url } = await makeSeparateTraffic('clickhouse');
    const client = openClickHouse(url);
    onTestFinished(() => client.close());
    const rows = Array.from({ length: 100_000 }, (_, index) =>
      buildVisitRow({ ...own, country: '', user_agent: '', referrer: '' }, time + index),
    );
    const visitId = newId();
    rows.push(buildVisitRow({ ...own, id: visitId }, time));
    await createEventTarget(client).insert(batch, spoolLines(batch, rows));
    const key = `toUUID('${workspace}') AS workspace_id, toUUID('${campaign}') AS campaign_id, toDateTime64('2026-11-15 12:00:00.000', 3, 'UTC') AS visit_time, toUUID('${visitId}') AS visit_id`;
    const plan = await queryRows<{ explain: string }>(
      client,
      `EXPLAIN indexes = 1 WITH clicks AS (SELECT ${key}) SELECT country ${visitsOfClicks}`,
    );
    const text = plan.map(({ explain }) => explain.trim()).join(' ');
    const [, read, total] = /PrimaryKey .*? Granules: (\d+)\/(\d+)/.exec(text) ?? [];
    expect(Number(total)).toBeGreaterThan(10);
    expect(Number(read)).toBeLessThanOrEqual(3);
  },
);
