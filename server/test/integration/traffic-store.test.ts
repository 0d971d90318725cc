/** Tests the contract of every traffic store, method by method, with examples that can be verified by hand. */
import {
  visitAttributeNames,
  visitAttributes,
  type AttributeKind,
} from '@waypost/contract/visits/visit-attributes.ts';
import { testTag } from '@waypost/contract/visits/test-traffic.ts';
import { metricIds, publicMetricIds } from '@waypost/contract/reports/report-metrics.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { allotCost } from '../../src/domain/costs/allot-cost.ts';
import { addDecimals, normalizeDecimal, toUnits } from '../../src/domain/money/decimal.ts';
import type { ReportDefinition } from '../../src/domain/reports/report-definition.ts';
import { noId } from '../../src/domain/traffic/cells.ts';
import { eventColumns, trafficColumns, type EventColumn } from '../../src/domain/traffic/columns.ts';
import type { FeedPosition } from '../../src/domain/traffic/feed-cursor.ts';
import type { FeedRow } from '../../src/domain/traffic/feed-row.ts';
import type { RecordedVisit } from '../../src/domain/traffic/recorded-visit.ts';
import { timeCell } from '../../src/domain/traffic/time-cells.ts';
import { visitCells } from '../../src/domain/traffic/visit-cells.ts';
import { newId, timeOfId } from '../../src/platform/ids.ts';
import { rowReader, type ExactRow } from '../../src/services/reports/present-row.ts';
import { testStores } from '../../src/testing/machine.ts';
import { spoolLines } from '../../src/testing/spool/lines.ts';
import { buildRow, buildVisitRow, type RowCells } from '../../src/testing/spool/rows.ts';
import { buildRecordedVisit } from '../../src/testing/traffic/build-recorded-visit.ts';
import { insertEventRows, type EventCells } from '../../src/testing/traffic/insert-event-rows.ts';
import { openTraffic } from '../../src/testing/traffic/open-traffic.ts';
import { makeSeparateTraffic } from '../../src/testing/traffic/separate-traffic.ts';
import { readRecordedRows, type RecordedRow } from '../../src/testing/traffic/recorded-rows.ts';
import { waitForMutations } from '../../src/testing/traffic/wait-for-mutations.ts';
import { runMaintenance } from '../../src/testing/traffic/run-maintenance.ts';
import {
  openUnreachableTraffic,
  openTestTraffic,
  trafficAddress,
} from '../../src/testing/traffic/traffic.ts';
import type { CostBatch, CostMatch, TrafficStore, VisitKey } from '../../src/traffic/traffic-store.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const noon = Date.UTC(2026, 5, 15, 12);
const midnight = noon - 12 * hourMs;

describe.each(testStores)('the %s traffic store', (store) => {
  let traffic: TrafficStore;
  let workspaceId: string;
  let campaignId: string;

  beforeAll(() => {
    traffic = openTestTraffic(store);
  });

  afterAll(() => traffic.close());

  beforeEach(() => {
    [workspaceId, campaignId] = [newId(), newId()];
  });

  const recorded = (owner = workspaceId) => readRecordedRows(trafficAddress(store), owner);

  async function pick<Name extends EventColumn>(
    matches: (row: RecordedRow) => boolean,
    ...names: Name[]
  ): Promise<Pick<RecordedRow, Name>[]> {
    return (await recorded())
      .filter(matches)
      .toSorted((one, other) => Number(one.time) - Number(other.time))
      .map((row) => Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<RecordedRow, Name>);
  }

  /** Inserts visits to the campaign, one second apart starting at noon, with the given cells. Returns their keys. */
  async function addVisits(...rows: EventCells[]): Promise<VisitKey[]> {
    const inserted = rows.map((row, at) => {
      const time = Number(row.time ?? noon + at * 1_000);
      const id = newId(time);
      const own = { workspace_id: workspaceId, campaign_id: campaignId, id, visit_id: id };
      return { type: 'visit', ...own, time, visits: 1, ...row };
    });
    await insertEventRows(traffic, inserted);
    return inserted.map((row) => ({
      workspaceId: String(row.workspace_id),
      campaignId: String(row.campaign_id),
      visitId: String(row.visit_id),
    }));
  }

  describe('batch targets', () => {
    const own = (): RowCells => ({ workspace_id: workspaceId, campaign_id: campaignId });
    const visitRow = (cells: RowCells = {}) => buildVisitRow({ ...own(), ...cells }, noon);
    const outboxLines = (batch: string, rows: readonly EventCells[]) =>
      Buffer.from(
        rows
          .map((row) => `${batch}\t${eventColumns.map((name) => String(row[name] ?? '')).join('\t')}\n`)
          .join(''),
      );
    const goal = (cells: EventCells = {}): EventCells => ({
      type: 'event',
      workspace_id: workspaceId,
      campaign_id: campaignId,
      visit_time: timeCell(noon),
      time: timeCell(noon),
      id: newId(),
      visit_id: newId(noon),
      ...cells,
    });

    test.each(['visits', 'clicks'] as const)(
      'store a batch of %s once, however often it is sent, and find it by its ID',
      async (stream) => {
        const [batch, other] = [newId(), newId()];
        const lines = spoolLines(batch, [visitRow(), visitRow()]);
        const target = traffic.targets[stream];
        expect(await target.findBatches([batch], midnight)).toEqual(new Set());
        for (let attempt = 0; attempt < 3; attempt += 1)
          expect(await target.insert(batch, lines)).toEqual({ kind: 'inserted' });
        expect(await target.insert(other, spoolLines(other, [visitRow()]))).toEqual({ kind: 'inserted' });
        expect(await target.findBatches([batch, newId(), other], midnight)).toEqual(new Set([batch, other]));
        expect(await recorded()).toHaveLength(3);
      },
    );

    test('store an outbox batch once when several senders insert it concurrently', async () => {
      const batch = newId();
      const lines = outboxLines(batch, [goal({ revenue: '1.5' }), goal({ revenue: '-0.000000000001' })]);
      const { outbox } = traffic.targets;
      const outcomes = await Promise.all([1, 2, 3].map(() => outbox.insert(batch, lines)));
      // If the result is `unknown`, the sender sends the batch again later.
      for (const { kind } of outcomes) expect(['inserted', 'unknown']).toContain(kind);
      expect(await outbox.insert(batch, lines)).toEqual({ kind: 'inserted' });
      expect(await outbox.findBatches([batch], midnight)).toEqual(new Set([batch]));
      const revenues = (await recorded()).map(({ revenue }) => String(revenue));
      expect(revenues.toSorted()).toEqual(['-0.000000000001', '1.5']);
    });

    test('distinguish zero from no value, and store every other column by its name', async () => {
      const batch = newId();
      const cells = {
        idx: '20',
        label: 'a\\tb',
        status: 'hold',
        transaction_id: 'T',
        is_conversion: '1',
        payout: '12.5',
        currency: 'EUR',
        events: '1',
        conversions: '-1',
      };
      const times = [noon, noon + 1, noon + 2].map(timeCell);
      const rows = ['', '\\N', '0'].map((value, at) => goal({ ...cells, value, time: times[at] }));
      expect(await traffic.targets.outbox.insert(batch, outboxLines(batch, rows))).toEqual({
        kind: 'inserted',
      });
      const values = await pick(() => true, 'value');
      expect(values.slice(1)).toEqual([{ value: null }, { value: '0' }]);
      const [row] = await recorded();
      expect(row).toMatchObject({
        idx: 20,
        label: 'a\tb',
        status: 'hold',
        transaction_id: 'T',
        is_conversion: true,
        payout: '12.5',
        currency: 'EUR',
        events: 1,
        conversions: -1,
      });
    });

    test('reject a batch with invalid rows, and accept it without them', async () => {
      const batch = newId();
      const bad = [{ asn: 'many' }, { ip: '300.1.1.1' }, { cost: '9'.repeat(30) }, { country: 'a\\' }].map(
        visitRow,
      );
      const good = [visitRow(), visitRow(), visitRow()];
      const lines = spoolLines(batch, [good[0] ?? '', ...bad, 'too\tfew', good[1] ?? '', good[2] ?? '']);
      const { visits } = traffic.targets;
      expect(await visits.insert(batch, lines)).toMatchObject({
        kind: 'refused',
        reason: expect.stringMatching(/\S/),
      });
      expect(await visits.findBatches([batch], midnight)).toEqual(new Set());
      const { accepted, refused } = await visits.separateRefused(lines);
      expect(refused.map(({ line }) => line.split('\t').slice(2).join('\t'))).toEqual([...bad, 'too\tfew']);
      for (const { reason } of refused) expect(reason).toMatch(/\S/);
      const rest = lines.toString().split('\n');
      const isRefused = new Set(refused.map(({ line }) => line));
      expect(accepted.toString()).toBe(rest.filter((line) => !isRefused.has(line)).join('\n'));
      expect(await recorded()).toEqual([]);
      expect(await visits.insert(batch, accepted)).toEqual({ kind: 'inserted' });
      expect(await recorded()).toHaveLength(3);
    });

    test('report an unknown outcome while the engine is down', async () => {
      const offline = openUnreachableTraffic(store);
      const batch = newId();
      for (const target of [offline.targets.visits, offline.targets.clicks]) {
        const outcome = await target.insert(batch, spoolLines(batch, [visitRow()]));
        expect(outcome).toMatchObject({ kind: 'unknown', reason: expect.stringMatching(/\S/) });
        await expect(target.findBatches([batch], midnight)).rejects.toThrow();
      }
      const outcome = await offline.targets.outbox.insert(batch, outboxLines(batch, [goal()]));
      expect(outcome).toMatchObject({ kind: 'unknown' });
      await offline.close();
    });
  });

  describe('rows that belong to a visit', () => {
    const own = (): RowCells => ({ workspace_id: workspaceId, campaign_id: campaignId });
    const ofVisit = (visitId: string, cells: RowCells = {}) =>
      buildRow({
        ...own(),
        type: 'lpclick',
        visit_time: timeCell(noon),
        time: timeCell(noon + 5_000),
        id: newId(),
        visit_id: visitId,
        ...cells,
      });
    const send = async (stream: 'visits' | 'clicks', ...rows: string[]) => {
      const batch = newId();
      const lines = spoolLines(batch, rows);
      expect(await traffic.targets[stream].insert(batch, lines)).toEqual({ kind: 'inserted' });
    };
    const storeVisit = async (cells: RowCells = {}) => {
      const id = newId(noon);
      await send('visits', buildVisitRow({ ...own(), id, tags: "['red']", ...cells }, noon));
      return id;
    };
    const isLater = ({ type }: RecordedRow) => type !== 'visit';

    test("take the visitor's attributes from the visit but keep their own offer", async () => {
      const [offer, offerOfVisit] = [newId(), newId()];
      const sampleValues = await storeVisit({ offer_id: offerOfVisit, token2: 'a\\tb', cost: '5' });
      await send(
        'clicks',
        ofVisit(sampleValues, { offer_id: offer, country: 'FR', lp_clicks: '1', link: '2' }),
      );
      expect(await pick(isLater, 'country', 'token2', 'tags', 'offer_id', 'visits', 'cost', 'link')).toEqual([
        {
          country: 'DE',
          token2: 'a\tb',
          tags: ['red'],
          offer_id: offer,
          visits: 0,
          cost: '0',
          link: 2,
        },
      ]);
    });

    test('are marked if their visit is missing, and missing visits are counted', async () => {
      const sampleValues = await storeVisit();
      const [unknown, foreign] = [newId(noon), newId(noon)];
      await send('visits', buildVisitRow({ ...own(), workspace_id: newId(), id: foreign }, noon));
      const rows = [sampleValues, unknown, unknown, foreign, noId].map((id, at) =>
        ofVisit(id, { time: timeCell(noon + at), country: 'FR', reasons: "['own']" }),
      );
      const { clicks } = traffic.targets;
      expect(await clicks.findMissingVisits?.(spoolLines('', rows))).toMatchObject({ count: 2 });
      expect(
        await clicks.findMissingVisits?.(spoolLines('', [ofVisit(sampleValues), ofVisit(noId)])),
      ).toMatchObject({ count: 0 });
      await send('clicks', ...rows);
      const marked = { country: 'FR', reasons: ['own', 'visit-unknown'] };
      expect(await pick(isLater, 'country', 'reasons')).toEqual([
        { country: 'DE', reasons: ['own'] },
        marked,
        marked,
        marked,
        marked,
      ]);
    });

    test('turn a prefetch into a counted visit that keeps its original uniqueness and landing page view', async () => {
      const prefetch = { visits: '', unique_visits: '', is_prefetch: '1', prefetch_visits: '1' };
      const [newVisitor, sampleValues] = [
        await storeVisit({ ...prefetch, is_unique: '1', outcome: 'landing' }),
        await storeVisit({ ...prefetch, outcome: 'offer' }),
      ];
      const promotion = (visitId: string, at: number) =>
        ofVisit(visitId, {
          type: 'adjustment',
          time: timeCell(noon + at),
          reasons: "['prefetch-followed']",
          visits: '1',
          prefetch_visits: '-1',
          offer_id: newId(),
        });
      await send('clicks', promotion(newVisitor, 1), promotion(sampleValues, 2), promotion(newId(noon), 3));
      const counts = ['visits', 'unique_visits', 'prefetch_visits', 'lp_views', 'offer_id'] as const;
      const adjusted = await pick(isLater, ...counts);
      const notUnique = { visits: 1, unique_visits: 0, prefetch_visits: -1, lp_views: 0, offer_id: null };
      expect(adjusted.slice(0, 2)).toEqual([{ ...notUnique, unique_visits: 1, lp_views: 1 }, notUnique]);
      expect(adjusted[2]).toMatchObject({ visits: 1, prefetch_visits: -1 });
    });

    test('keep their own tags if they add tags', async () => {
      const visitId = await storeVisit();
      const row = { type: 'adjustment', reasons: "['tag']", tags: "['late','it\\'s']" };
      await send('clicks', ofVisit(visitId, row));
      expect(await pick(isLater, 'country', 'tags')).toEqual([{ country: 'DE', tags: ['late', "it's"] }]);
    });
  });

  describe('finding visits', () => {
    const sampleValues: Record<AttributeKind, (name: string, at: number) => unknown> = {
      id: () => newId(),
      text: (name) => `${name} \t\\ ' ünï 😀`,
      number: (_, at) => 7 + at,
      address: () => '2001:db8::1',
      list: () => ['a', "it's", 'c\td'],
    };

    const storeVisit = async (visit: RecordedVisit) => {
      const batch = newId();
      const cells = {
        ...visitCells(visit),
        type: 'visit',
        id: visit.visitId,
        time: timeCell(visit.timeMs),
        cost: visit.cost,
      };
      const row = trafficColumns.map((name) => cells[name as keyof typeof cells] ?? '').join('\t');
      expect(await traffic.targets.visits.insert(batch, spoolLines(batch, [row]))).toEqual({
        kind: 'inserted',
      });
    };

    test('returns all recorded attributes by key and leaves out unknown visits', async () => {
      const everything = Object.fromEntries(
        visitAttributeNames.map((name, at) => [name, sampleValues[visitAttributes[name].kind](name, at)]),
      );
      const timeMs = noon + 7;
      const ids = { workspaceId, campaignId };
      const full = buildRecordedVisit({
        ...everything,
        ...ids,
        visitId: newId(timeMs),
        timeMs,
        cost: '0.000000000001',
      });
      const empty = buildRecordedVisit({ ...ids, visitId: newId(noon), timeMs: noon });
      await storeVisit(full);
      await storeVisit(empty);
      const keyOf = ({ visitId }: RecordedVisit) => ({ ...ids, visitId });
      const found = await traffic.findVisits([
        keyOf(full),
        { ...ids, visitId: newId(noon) },
        keyOf(empty),
        { ...keyOf(full), workspaceId: newId(), visitId: full.visitId },
      ]);
      const exact = [...found].map(([id, visit]) => [id, { ...visit, cost: normalizeDecimal(visit.cost) }]);
      expect(Object.fromEntries(exact)).toEqual({ [full.visitId]: full, [empty.visitId]: empty });
      expect(await traffic.findVisits([{ ...keyOf(full), workspaceId: newId() }])).toEqual(new Map());
      expect(await traffic.findVisits([{ ...keyOf(full), campaignId: newId() }])).toEqual(new Map());
      expect(await traffic.findVisits([])).toEqual(new Map());
    });
  });

  describe('counting visits to offers', () => {
    test('starts at the time given for each offer, excludes bots and includes conversions', async () => {
      const [offer, other, withoutTraffic] = [newId(), newId(), newId()];
      const direct = { outcome: 'offer', offer_id: offer };
      const later = { visits: 0, offer_id: offer };
      await addVisits(
        { ...direct, time: noon - 1 },
        { ...direct, time: noon },
        { ...direct, time: noon + hourMs },
        { ...direct, time: noon + hourMs, is_bot: true },
        { ...direct, time: noon + hourMs, outcome: 'landing' },
        { ...later, type: 'lpclick', lp_clicks: 1, outcome: 'offer' },
        { ...later, type: 'event', conversions: 1, events: 1 },
        { ...later, type: 'event', conversions: 1, events: 1, visit_time: noon - 20 * dayMs },
        { ...later, type: 'adjustment', conversions: -1, events: -1 },
        { ...direct, offer_id: other },
      );
      const count = async (offerId: string, sinceMs: number, owner = workspaceId) =>
        await traffic.countForCaps([{ workspaceId: owner, kind: 'offer', recordId: offerId, sinceMs }]);
      expect(await count(offer, noon)).toEqual([
        { recordId: offer, sinceMs: noon, arrivals: 3, conversions: 1 },
      ]);
      expect(await count(offer, noon - 1)).toEqual([
        { recordId: offer, sinceMs: noon - 1, arrivals: 4, conversions: 1 },
      ]);
      expect(await count(offer, noon + hourMs)).toEqual([
        { recordId: offer, sinceMs: noon + hourMs, arrivals: 1, conversions: 0 },
      ]);
      expect(await count(withoutTraffic, noon)).toEqual([]);
      expect(await count(offer, noon, newId())).toEqual([]);
      const capped = { workspaceId, kind: 'offer' as const };
      const several = await traffic.countForCaps([
        { ...capped, recordId: other, sinceMs: midnight },
        { ...capped, recordId: offer, sinceMs: midnight - 4 * hourMs },
        { ...capped, recordId: offer, sinceMs: noon + hourMs },
      ]);
      expect(
        several.toSorted((one, two) => two.arrivals - one.arrivals || two.sinceMs - one.sinceMs),
      ).toEqual([
        { recordId: offer, sinceMs: midnight - 4 * hourMs, arrivals: 4, conversions: 1 },
        { recordId: offer, sinceMs: noon + hourMs, arrivals: 1, conversions: 0 },
        { recordId: other, sinceMs: midnight, arrivals: 1, conversions: 0 },
      ]);
      expect(await traffic.countForCaps([])).toEqual([]);
    });
  });

  describe('a report', () => {
    const definition: ReportDefinition = {
      range: { fromMs: midnight, toMs: midnight + dayMs - 1 },
      timezone: 'UTC',
      dimensions: ['country'],
      metrics: ['visits', 'cost'],
      dimensionFilters: [],
      metricFilters: [],
      sort: { by: 'visits', direction: 'desc' },
    };
    const read = async (change: Partial<ReportDefinition> = {}, page?: { limit: number; offset: number }) => {
      const requested = { ...definition, ...change };
      const request = { workspaceId, definition: requested, ...(page === undefined ? {} : { page }) };
      const { groups, totalRows } = await traffic.readReport(request);
      return { rows: groups.map(rowReader(requested)), totalRows };
    };
    const stream = async (change: Partial<ReportDefinition> = {}) => {
      const requested = { ...definition, ...change };
      const rows: ExactRow[] = [];
      for await (const groups of traffic.streamReport({ workspaceId, definition: requested }))
        rows.push(...groups.map(rowReader(requested)));
      return rows;
    };
    const fill = () =>
      addVisits(
        { country: 'DE', cost: '0.000000000001' },
        { country: 'DE', cost: '1234567.000000000001' },
        { country: 'AT' },
        { country: 'AT', visits: 0, cost: '-7' },
        { cost: '1' },
        { country: 'CH', time: midnight },
        { country: 'CH', time: midnight + dayMs - 1, visits: 0 },
        { country: 'XX', time: midnight - 1 },
        { country: 'XX', time: midnight + dayMs },
      );
    // Expected rows. Amounts are rounded to six decimals, as displayed. Ties are rounded to the even digit.
    const [germany, nowhere, switzerland, austria] = [
      { country: 'DE', visits: '2', cost: '1234567' },
      { country: null, visits: '1', cost: '1' },
      { country: 'CH', visits: '1', cost: '0' },
      { country: 'AT', visits: '1', cost: '-7' },
    ] as const;

    test('returns all groups in order, with ties sorted by key', async () => {
      await fill();
      const { rows, totalRows } = await read();
      expect(rows).toEqual([germany, austria, switzerland, nowhere]);
      expect(totalRows).toBe(4);
      const byCost = { by: 'cost', direction: 'asc' } as const;
      expect((await read({ sort: byCost })).rows).toEqual([austria, switzerland, nowhere, germany]);
      const byKey = { by: 'country', direction: 'asc' } as const;
      expect((await read({ sort: byKey })).rows.map(({ country }) => country).filter(Boolean)).toEqual([
        'AT',
        'CH',
        'DE',
      ]);
    });

    test.each([
      ['a rollup', {}],
      ['rows', { dimensions: ['token1'] }],
    ] as const)(
      'from %s leaves out test visits and their conversions unless requested',
      async (_, requested) => {
        const tags = ['a', testTag];
        await addVisits(
          { cost: '1' },
          { cost: '2', tags },
          { type: 'event', visits: 0, conversions: 1, revenue: '5' },
          { type: 'event', visits: 0, conversions: 1, revenue: '70', tags },
        );
        const metrics = ['visits', 'cost', 'conversions', 'revenue'] as const;
        const figures = async (change: Partial<ReportDefinition>) =>
          (await read({ ...requested, ...change, metrics })).rows.map((row) => metrics.map((id) => row[id]));
        expect(await figures({})).toEqual([['1', '1', '1', '5']]);
        expect(await figures({ withTests: true })).toEqual([['2', '3', '2', '75']]);
      },
    );

    test('by tag has no row for a tag whose visit is not stored yet', async () => {
      const tag = (visitId: string, name: string): EventCells => ({
        type: 'adjustment',
        visit_id: visitId,
        visit_time: noon,
        visits: 0,
        reasons: ['tag', 'visit-unknown'],
        tags: [name],
      });
      const visitId = newId(noon);
      await addVisits(tag(visitId, 'late'), tag(newId(noon), 'stray'));
      const only = (field: 'campaign' | 'tag', key: string) =>
        ({ field, operator: '=', keys: [key], isMissingMeant: false }) as const;
      const ofCampaign = only('campaign', campaignId);
      const byTag: Partial<ReportDefinition> = {
        dimensions: ['tag', 'country'],
        dimensionFilters: [ofCampaign],
      };
      expect(await read(byTag)).toEqual({ rows: [], totalRows: 0 });
      await addVisits({ id: visitId, visit_id: visitId, country: 'DE', cost: '2' });
      expect((await read(byTag)).rows).toEqual([{ tag: 'late', country: 'DE', visits: '1', cost: '2' }]);
      for (const [name, rows] of [
        ['late', [{ country: 'DE', visits: '1', cost: '2' }]],
        ['stray', []],
      ] as const) {
        expect((await read({ dimensionFilters: [ofCampaign, only('tag', name)] })).rows).toEqual(rows);
      }
    });

    test('is exact to twelve decimals', async () => {
      await fill();
      const { groups } = await traffic.readReport({ workspaceId, definition });
      const sums = groups.map(({ keys, sums: all }) => [...keys, ...all.values()]);
      expect(sums[0]).toEqual(['DE', 2n * 10n ** 12n, 1_234_567_000_000_000_002n]);
    });

    test('is split into pages, each with the total number of rows', async () => {
      await fill();
      const all = (await read()).rows;
      for (const offset of [0, 1, 2, 3, 4, 9])
        expect(await read({}, { limit: 2, offset })).toEqual({
          rows: all.slice(offset, offset + 2),
          totalRows: 4,
        });
      const none = { dimensionFilters: [filter('country', ['ZZ'])] };
      expect(await read(none, { limit: 2, offset: 0 })).toEqual({ rows: [], totalRows: 0 });
      expect(await read(none, { limit: 2, offset: 3 })).toEqual({ rows: [], totalRows: 0 });
    });

    const filter = (field: 'country' | 'campaign' | 'token1', keys: string[], isMissingMeant = false) =>
      ({ field, operator: '=', keys, isMissingMeant }) as const;

    test('filters by dimensions and by metrics', async () => {
      await fill();
      const rowsOf = async (change: Partial<ReportDefinition>) =>
        (await read(change)).rows.map(({ country }) => country);
      expect(await rowsOf({ dimensionFilters: [filter('country', ['DE'], true)] })).toEqual(['DE', null]);
      const not = { ...filter('country', ['DE']), operator: '!=' } as const;
      expect(await rowsOf({ dimensionFilters: [not] })).toEqual(['AT', 'CH', null]);
      const positiveCost = { field: 'cost', operator: '>', units: [0n], isMissingMeant: false } as const;
      expect(await rowsOf({ metricFilters: [positiveCost] })).toEqual(['DE', null]);
      expect(await rowsOf({ dimensionFilters: [filter('token1', ['x'])] })).toEqual([]);
    });

    test('without dimensions has one group, even if nothing matches', async () => {
      await fill();
      const ungrouped = { dimensions: [], sort: { by: 'visits', direction: 'asc' } } as const;
      expect(await read(ungrouped)).toEqual({ rows: [{ visits: '5', cost: '1234561' }], totalRows: 1 });
      const nothing = { ...ungrouped, dimensionFilters: [filter('campaign', [newId()])] };
      expect(await read(nothing)).toEqual({ rows: [{ visits: '0', cost: '0' }], totalRows: 1 });
    });

    test('returns the same sums from rollups and from rows after inserts and data deletion', async () => {
      const [erased] = await fill();
      const byStatus = metricIds.filter((id) => !publicMetricIds.includes(id));
      const hours = { dimensions: ['country', 'hour'], metrics: ['visits', 'cost', ...byStatus] } as const;
      const campaigns = { dimensions: ['campaign'] } as const;
      const readBoth = async (change: Partial<ReportDefinition>) => {
        const fromRollup = (await read(change)).rows;
        const { fromMs, toMs } = definition.range;
        const shorter = await read({ ...change, range: { fromMs: fromMs + 1, toMs } });
        const before = await read({ ...change, range: { fromMs, toMs: fromMs } });
        return { fromRollup, fromRows: [...before.rows, ...shorter.rows] };
      };
      const expectSame = async () => {
        // The row in the first millisecond is the only row in its hour, so splitting the range after this millisecond
        // splits no group.
        const { fromRollup, fromRows } = await readBoth(hours);
        const sorted = (rows: ExactRow[]) => rows.map((row) => JSON.stringify(row)).toSorted();
        expect(sorted(fromRollup)).toEqual(sorted(fromRows));
        const sums = await readBoth(campaigns);
        const total = (rows: ExactRow[]) =>
          rows.reduce((sum, { cost }) => addDecimals(sum, String(cost)), '0');
        expect(total(sums.fromRollup)).toBe(total(sums.fromRows));
        return total(sums.fromRollup);
      };
      expect(await expectSame()).toBe('1234561');
      await addVisits(
        { country: 'DE', cost: '1', conversions: 2, status: 'hold', revenue: '3.5' },
        { country: 'DE', conversions: 1, status: 'approved' },
        { country: 'IT', cost: '2', conversions: 1, status: 'refunded' },
        { country: 'IT', events: 1, status: 'rejected' },
      );
      expect(await expectSame()).toBe('1234564');
      const counted = await read({ metrics: byStatus, sort: { by: 'conversionsAll', direction: 'desc' } });
      expect(counted.rows.slice(0, 2)).toEqual([
        {
          country: 'DE',
          conversionsHold: '2',
          conversionsApproved: '1',
          conversionsRefunded: '0',
          conversionsRejected: '0',
          conversionsAll: '3',
          approveRate: '0.333333',
        },
        {
          country: 'IT',
          conversionsHold: '0',
          conversionsApproved: '0',
          conversionsRefunded: '1',
          conversionsRejected: '1',
          conversionsAll: '2',
          approveRate: '0',
        },
      ]);
      await traffic.eraseVisits(erased === undefined ? [] : [erased]);
      await waitForMutations(trafficAddress(store));
      await addVisits({ country: 'AT', cost: '7' });
      expect(await expectSame()).toBe('1234571');
    });

    test('can be streamed with the same groups in the same order, and the stream stops when the reader stops', async () => {
      await fill();
      expect(await stream()).toEqual((await read()).rows);
      expect(await stream({ dimensionFilters: [filter('country', ['ZZ'])] })).toEqual([]);
      // Opens more readers than there are connections.
      for (let reader = 0; reader < 20; reader += 1) {
        const reading = traffic.streamReport({ workspaceId, definition });
        expect((await reading.next()).done).toBe(false);
        await reading.return(undefined);
      }
      const aborted = new AbortController();
      aborted.abort();
      await expect(traffic.readReport({ workspaceId, definition, signal: aborted.signal })).rejects.toThrow();
      await expect(
        traffic.streamReport({ workspaceId, definition, signal: aborted.signal }).next(),
      ).rejects.toThrow();
    });
  });

  describe('the event feed', () => {
    const types = ['visit', 'lpclick', 'event', 'postback'] as const;
    const all = () => ({ workspaceId, types });
    const span = { fromMs: noon, toMs: noon + 9_000 };
    const walk = async (request: Partial<Parameters<TrafficStore['readFeed']>[0]>) => {
      const pages: FeedRow[][] = [];
      let before: FeedPosition | undefined;
      do {
        const page = await traffic.readFeed({
          selection: all(),
          span,
          limit: 3,
          nowMs: noon + dayMs,
          searchMsMax: 10_000,
          ...request,
          before,
        });
        pages.push(page.rows);
        before = page.next;
      } while (before !== undefined);
      return pages;
    };
    const stream = async (selection = all(), within = span) => {
      const rows: FeedRow[] = [];
      const { signal } = new AbortController();
      const request = { selection, span: within, nowMs: noon + dayMs, signal };
      for await (const some of traffic.streamFeed(request)) rows.push(...some);
      return rows;
    };
    const idsOf = (rows: readonly FeedRow[]) => rows.map(({ id }) => id);

    /** Inserts events, two of them with the same time, and returns their IDs from newest to oldest. */
    async function fill(): Promise<string[]> {
      const ids = Array.from({ length: 8 }, () => newId()).toSorted();
      const at = [0, 1, 2, 2, 3, 4, 5, 9].map((seconds) => noon + seconds * 1_000);
      await addVisits(
        ...ids.map((id, index) => ({ id, time: at[index] })),
        { time: noon - 1 },
        { time: noon + 9_001 },
        { type: 'adjustment', time: noon + 3_000 },
        { workspace_id: newId(), time: noon + 3_000 },
      );
      return ids.toReversed();
    }

    test('returns pages from newest to oldest, with a position if there are more rows', async () => {
      const ids = await fill();
      const pages = await walk({});
      expect(pages.map(idsOf)).toEqual([ids.slice(0, 3), ids.slice(3, 6), ids.slice(6)]);
      expect((await walk({ limit: 8 })).map(idsOf)).toEqual([ids]);
      expect((await walk({ limit: 100 })).flatMap(idsOf)).toEqual(ids);
    });

    test('returns a partial page when the search takes too long, without skipping or repeating rows', async () => {
      const ids = await fill();
      const early = newId();
      await addVisits({ id: early, time: noon - 3 * hourMs });
      const long = { fromMs: noon - 4 * hourMs, toMs: span.toMs };
      const pages = await walk({ span: long, searchMsMax: 0, limit: 5 });
      expect(pages.length).toBeGreaterThan(3);
      const shown = pages.flatMap(idsOf);
      expect(new Set(shown).size).toBe(shown.length);
      expect(shown.filter((id) => ids.includes(id))).toEqual(ids);
      expect(shown.at(-1)).toBe(early);
    });

    test('filters by type, campaign and index', async () => {
      const [visit, goal, postback, otherCampaign] = [newId(), newId(), newId(), newId()];
      await addVisits(
        { id: visit },
        { id: goal, type: 'event', idx: 3 },
        { id: postback, type: 'postback', idx: 3 },
        { id: otherCampaign, campaign_id: newId() },
      );
      const readIds = async (selection: Partial<Parameters<TrafficStore['readFeed']>[0]['selection']>) => {
        const requested = { ...all(), ...selection };
        const ids = (await walk({ selection: requested })).flatMap(idsOf);
        expect(idsOf(await stream(requested as ReturnType<typeof all>))).toEqual(ids);
        return ids;
      };
      expect(await readIds({})).toEqual([otherCampaign, postback, goal, visit]);
      expect(await readIds({ campaignId })).toEqual([postback, goal, visit]);
      expect(await readIds({ types: ['event', 'postback'], idx: 3 })).toEqual([postback, goal]);
      expect(await readIds({ types: ['event'], idx: 4 })).toEqual([]);
      expect(await readIds({ types: ['lpclick'] })).toEqual([]);
    });

    test('returns null for unknown values', async () => {
      const [full, empty] = [newId(), newId()];
      await addVisits(
        {
          id: full,
          type: 'event',
          idx: 2,
          value: '0',
          payout: '1.5',
          revenue: '0.000000000001',
          is_conversion: true,
          tags: ['a'],
          country: 'DE',
          ip: '192.0.2.7',
          config_version: 7,
        },
        { id: empty, type: 'event', visit_id: null },
      );
      const [unknown, sampleValues] = (await walk({})).flat();
      const exact = (row: FeedRow | undefined) =>
        row && {
          ...row,
          cost: normalizeDecimal(row.cost),
          revenue: normalizeDecimal(row.revenue),
          payout: normalizeDecimal(row.payout),
          value: row.value === null ? null : normalizeDecimal(row.value),
        };
      expect(exact(sampleValues)).toMatchObject({
        type: 'event',
        id: full,
        timeMs: noon,
        visitTimeMs: noon,
        campaignId,
        idx: 2,
        value: '0',
        payout: '1.5',
        revenue: '0.000000000001',
        cost: '0',
        isConversion: true,
        isBot: false,
        tags: ['a'],
        country: 'DE',
        city: null,
        ip: '192.0.2.7',
        configVersion: 7,
        offerId: null,
        label: null,
      });
      expect(exact(unknown)).toMatchObject({
        id: empty,
        visitId: null,
        idx: null,
        value: null,
        payout: '0',
        tags: [],
        country: null,
        ip: null,
        configVersion: null,
        isConversion: false,
        attempt: 0,
        responseStatus: null,
        response: '',
        reasons: [],
      });
    });

    test('can be streamed in the same order, and the stream stops when the reader stops', async () => {
      const ids = await fill();
      expect(idsOf(await stream())).toEqual(ids);
      expect(await stream(all(), { fromMs: 0, toMs: 1 })).toEqual([]);
      const aborted = new AbortController();
      aborted.abort();
      const request = { selection: all(), span, nowMs: noon, signal: aborted.signal };
      await expect(traffic.streamFeed(request).next()).rejects.toThrow();
    });
  });

  describe('distributing costs', () => {
    const match = (change: Partial<CostMatch> = {}): CostMatch => ({
      workspaceId,
      campaignId,
      fromMs: noon,
      untilMs: noon + 10_000,
      tokens: {},
      ...change,
    });
    const batchOf = (entryId = newId(), kind: CostBatch['kind'] = 'cost-entry'): CostBatch => ({
      batch: `${kind}-${entryId}`,
      entryId,
      kind,
      timeMs: noon + dayMs,
    });
    const adding = (amount: string) => ({ amount, replaces: false });
    const offers = [newId(), newId()] as const;
    const isCost = ({ type }: RecordedRow) => type === 'adjustment';
    const costRows = async (of: CostBatch, given = match()) => {
      const { visits, cost } = await traffic.readCostRows(given, of);
      return { visits, cost: normalizeDecimal(cost) };
    };

    test("selects a campaign's visits by time range and token values, including bots", async () => {
      await addVisits(
        { token1: 'a' },
        { token1: 'a', token15: "it's", is_bot: true, visits: 0, bot_visits: 1 },
        { time: noon + 4_500 },
        { time: noon + 9_999 },
        { time: noon + 10_000 },
        { time: noon - 1 },
        { time: noon + 1, campaign_id: newId() },
        { time: noon + 1, type: 'lpclick' },
      );
      expect(await traffic.countVisits(match(), 5)).toEqual([
        { fromMs: noon, untilMs: noon + 2_000, visits: 2 },
        { fromMs: noon + 4_000, untilMs: noon + 6_000, visits: 1 },
        { fromMs: noon + 8_000, untilMs: noon + 10_000, visits: 1 },
      ]);
      const count = async (tokens: Record<string, string>) =>
        (await traffic.countVisits(match({ tokens }), 1)).map(({ visits }) => visits);
      expect(await count({ token1: 'a' })).toEqual([2]);
      expect(await count({ token1: 'a', token15: "it's" })).toEqual([1]);
      expect(await count({ token1: '' })).toEqual([2]);
      expect(await count({ token1: 'b' })).toEqual([]);
      expect(traffic.costVisitsMax).toBeGreaterThan(1_000);
      expect(traffic.costWriteMsMax).toBeGreaterThan(1_000);
    });

    test('leaves out test visits', async () => {
      await addVisits({ cost: '3' }, { cost: '4', tags: [testTag] });
      expect((await traffic.countVisits(match(), 1)).map(({ visits }) => visits)).toEqual([1]);
      const spread = batchOf();
      await traffic.distributeCost(match(), { amount: '10', replaces: true }, spread);
      expect(await costRows(spread)).toEqual({ visits: 1, cost: '7' });
    });

    test.each([
      ['10', 7],
      ['0.000000000001', 3],
      ['-10', 7],
      ['-0.000000000005', 2],
    ])('distributes %s over %i visits with an exact total, and only once', async (amount, visits) => {
      await addVisits(...Array.from({ length: visits }, () => ({ country: 'DE' })));
      const spread = batchOf();
      const within = match({ untilMs: noon + 60_000 });
      await Promise.all(
        [1, 2].map(() => traffic.distributeCost(within, adding(amount), spread).catch(() => undefined)),
      );
      await traffic.distributeCost(within, adding(amount), spread);
      const rows = (await recorded())
        .filter(isCost)
        .toSorted((one, other) => Number(one.visit_time) - Number(other.visit_time));
      const { each, last } = allotCost(toUnits(amount), BigInt(visits));
      expect(rows.map(({ cost }) => toUnits(String(cost)))).toEqual([
        ...Array.from({ length: visits - 1 }, () => each),
        last,
      ]);
      expect(rows[0]).toMatchObject({
        country: 'DE',
        visits: 0,
        event_id: spread.entryId,
        reasons: ['cost-entry'],
        time: spread.timeMs,
      });
      expect(new Set(rows.map(({ id }) => id)).size).toBe(visits);
      expect(await costRows(spread, within)).toEqual({ visits, cost: amount });
    });

    test('reverses an entry row by row with exact amounts, and only once', async () => {
      await addVisits({}, {}, {});
      const spread = batchOf();
      await traffic.distributeCost(match(), adding('0.1'), spread);
      const withdrawn = batchOf(spread.entryId, 'cost-withdrawn');
      expect(await costRows(withdrawn)).toEqual({ visits: 0, cost: '0' });
      for (let attempt = 0; attempt < 2; attempt += 1) await traffic.reverseCost(match(), spread, withdrawn);
      expect(await costRows(withdrawn)).toEqual({ visits: 3, cost: '-0.1' });
      expect(await costRows(spread)).toEqual({ visits: 3, cost: '0.1' });
      const byVisit = Object.groupBy((await recorded()).filter(isCost), ({ visit_id }) => String(visit_id));
      for (const rows of Object.values(byVisit))
        expect(rows?.reduce((sum, { cost }) => addDecimals(sum, String(cost)), '0')).toBe('0');
    });

    test('replaces all costs of the matching visits by dimension, and can be reversed', async () => {
      const [first] = await addVisits(
        { token1: 'a', cost: '5', offer_id: offers[0] },
        { token1: 'a' },
        { token1: 'b', cost: '7' },
      );
      if (first === undefined) throw new Error('no visits were inserted');
      const ofFirst = {
        visit_id: first.visitId,
        visit_time: timeOfId(first.visitId),
        visits: 0,
        token1: 'a',
      };
      // The event's offer and expiry date differ from those of its visit.
      await addVisits({ ...ofFirst, type: 'event', cost: '3', offer_id: offers[1], expires: '2100-01-02' });
      const ofSite = match({ tokens: { token1: 'a' } });
      const [added, replacing] = [batchOf(), batchOf()];
      await traffic.distributeCost(ofSite, adding('0.5'), added);
      for (let attempt = 0; attempt < 2; attempt += 1)
        await traffic.distributeCost(ofSite, { amount: '2', replaces: true }, replacing);
      const costsBy = async (name: 'token1' | 'offer_id' | 'expires') => {
        const sums: Record<string, string> = {};
        for (const row of await recorded())
          sums[String(row[name])] = addDecimals(sums[String(row[name])] ?? '0', String(row.cost));
        return sums;
      };
      expect(await costRows(replacing, ofSite)).toEqual({ visits: 2, cost: '-6.5' });
      expect(await costsBy('token1')).toEqual({ a: '2', b: '7' });
      expect(await costsBy('offer_id')).toMatchObject({ [offers[0]]: '1', [offers[1]]: '0' });
      expect(await costsBy('expires')).toMatchObject({ '2100-01-02': '0' });
      const withdrawn = batchOf(replacing.entryId, 'cost-withdrawn');
      await traffic.reverseCost(ofSite, replacing, withdrawn);
      expect(await costsBy('token1')).toEqual({ a: '8.5', b: '7' });
      expect(await costsBy('offer_id')).toMatchObject({ [offers[0]]: '5.25', [offers[1]]: '3' });
    });

    test('writes nothing without visits, and a later attempt uses visits that have been added since', async () => {
      const spread = batchOf();
      await traffic.distributeCost(match(), adding('1'), spread);
      expect(await costRows(spread)).toEqual({ visits: 0, cost: '0' });
      await addVisits({}, {});
      await traffic.distributeCost(match(), adding('1'), spread);
      expect(await costRows(spread)).toEqual({ visits: 2, cost: '1' });
    });

    test('distinguishes several time ranges of one entry', async () => {
      await addVisits({ time: noon }, { time: noon + 5_000 });
      const entryId = newId();
      const ranges = [match({ untilMs: noon + 5_000 }), match({ fromMs: noon + 5_000 })];
      for (const [at, range] of ranges.entries())
        await traffic.distributeCost(range, adding(String(at + 1)), {
          ...batchOf(entryId),
          batch: `${entryId}-${at}`,
        });
      for (const [at, range] of ranges.entries())
        expect(await costRows(batchOf(entryId), range)).toEqual({ visits: 1, cost: String(at + 1) });
    });
  });

  describe('erasing visits', () => {
    test('deletes everything that belongs to the visits, which are then no longer found', async () => {
      const [erased, stays] = await addVisits({}, {});
      if (erased === undefined || stays === undefined) throw new Error('no visits were inserted');
      const ofErased = { visit_id: erased.visitId, visit_time: timeOfId(erased.visitId), visits: 0 };
      await addVisits(
        { ...ofErased, type: 'lpclick' },
        { ...ofErased, type: 'event', time: noon + 40 * dayMs },
        { ...ofErased, type: 'adjustment' },
      );
      const missing = { ...erased, visitId: newId(noon) };
      const { found, problem } = await traffic.eraseVisits([erased, missing]);
      expect([[...found], problem]).toEqual([[erased.visitId], undefined]);
      await waitForMutations(trafficAddress(store));
      expect((await recorded()).map(({ visit_id }) => visit_id)).toEqual([stays.visitId]);
      expect((await traffic.eraseVisits([erased])).found).toEqual(new Set());
      expect((await traffic.eraseVisits([])).found).toEqual(new Set());
    });
  });

  describe('retention', () => {
    // Uses a recent day instead of a fixed date, because rows that have already expired are deleted at once.
    const yesterday = (Math.floor(Date.now() / dayMs) - 1) * dayMs;
    const day = (after: number) => new Date(yesterday + after * dayMs).toISOString().slice(0, 10);
    const expiries = async () => {
      await waitForMutations(trafficAddress(store));
      return (await pick(() => true, 'type', 'expires')).map(
        ({ type, expires }) => `${String(type)} ${String(expires)}`,
      );
    };

    test('makes one kind of row expire earlier, and never later', async () => {
      const rows: EventCells[] = [
        { expires: day(300) },
        { expires: day(20) },
        { expires: null },
        { type: 'lpclick', expires: day(300) },
        { type: 'event', status: 'hold', expires: day(300) },
        { type: 'adjustment', status: 'hold', expires: day(300) },
        { type: 'adjustment', expires: day(300) },
        { type: 'postback', expires: day(300) },
      ];
      await addVisits(...rows.map((row, at) => ({ time: yesterday + at, ...row })));
      const cut = { workspaceId, keptDays: 30, changedMs: yesterday + 10 * dayMs };
      for (let attempt = 0; attempt < 2; attempt += 1)
        await traffic.shortenRetention({ ...cut, kind: 'visits' });
      const unchanged = [`event ${day(300)}`, `adjustment ${day(300)}`];
      const visits = [`visit ${day(30)}`, `visit ${day(20)}`, 'visit null', `lpclick ${day(30)}`];
      expect(await expiries()).toEqual([
        ...visits,
        ...unchanged,
        `adjustment ${day(30)}`,
        `postback ${day(300)}`,
      ]);
      await traffic.shortenRetention({ ...cut, kind: 'events' });
      await traffic.shortenRetention({ ...cut, kind: 'postbacks', keptDays: 40 });
      await traffic.shortenRetention({ ...cut, kind: 'visits', keptDays: 200 });
      expect(await expiries()).toEqual([
        ...visits,
        `event ${day(40)}`,
        `adjustment ${day(40)}`,
        `adjustment ${day(30)}`,
        `postback ${day(40)}`,
      ]);
    });

    test('deletes only expired rows', async () => {
      const address = await makeSeparateTraffic(store);
      const own = openTraffic(address);
      const today = Math.floor(Date.now() / dayMs) * dayMs;
      const expires = (after: number) => new Date(today + after * dayMs).toISOString().slice(0, 10);
      // Inserts rows from yesterday, and rows from an older month that expires as a whole.
      await insertEventRows(
        own,
        [
          [today - dayMs, expires(-1)],
          [today - dayMs, expires(2)],
          [today - dayMs, null],
          [today - 100 * dayMs, expires(-2)],
          [today - 100 * dayMs, expires(-3)],
        ].map(([time, last]) => {
          const id = newId(Number(time));
          const ids = { workspace_id: workspaceId, campaign_id: campaignId, id, visit_id: id };
          return { type: 'visit', ...ids, time: Number(time), visits: 1, expires: last };
        }),
      );
      const listExpiries = async () =>
        (await readRecordedRows(address, workspaceId)).map((row) => String(row.expires)).toSorted();
      await own.deleteExpired(new Date());
      await runMaintenance(address);
      expect(await listExpiries()).toEqual([expires(2), 'null']);
      expect(await own.deleteExpired(new Date())).toBe(0);
      expect(await listExpiries()).toEqual([expires(2), 'null']);
      await own.close();
    });
  });

  describe('the engine', () => {
    test('reports its name, version and size, and accepts writes', async () => {
      expect(traffic.engine).toBe(store === 'clickhouse' ? 'ClickHouse' : 'PostgreSQL');
      expect(await traffic.version()).toMatch(/^\d+\.\d+/);
      expect(await traffic.sizeBytes()).toBeGreaterThan(0);
      await expect(traffic.check()).resolves.toBeUndefined();
      await expect(traffic.probeWrite(new Date())).resolves.toBeUndefined();
    });

    test('rejects every request while it is down, but can be closed', async () => {
      const offline = openUnreachableTraffic(store);
      await expect(offline.check()).rejects.toThrow();
      await expect(offline.version()).rejects.toThrow();
      await expect(offline.sizeBytes()).rejects.toThrow();
      await expect(offline.probeWrite(new Date())).rejects.toThrow();
      await expect(offline.findVisits([{ workspaceId, campaignId, visitId: newId() }])).rejects.toThrow();
      await expect(offline.close()).resolves.toBeUndefined();
    });
  });

  describe('tenant isolation', () => {
    test('prevents another workspace from reading, counting, charging, erasing and expiring rows', async () => {
      const [visit] = await addVisits({
        country: 'DE',
        offer_id: newId(),
        outcome: 'offer',
        expires: '2099-01-01',
      });
      if (visit === undefined) throw new Error('no visit was inserted');
      const before = await recorded();
      const otherWorkspaceId = newId();
      const foreignVisit = { ...visit, workspaceId: otherWorkspaceId };
      const match = { ...foreignVisit, fromMs: midnight, untilMs: midnight + dayMs, tokens: {} };
      const spread: CostBatch = { batch: newId(), entryId: newId(), kind: 'cost-entry', timeMs: noon };
      const definition: ReportDefinition = {
        range: { fromMs: midnight, toMs: midnight + dayMs - 1 },
        timezone: 'UTC',
        dimensions: ['campaign'],
        metrics: ['visits'],
        dimensionFilters: [],
        metricFilters: [],
        sort: { by: 'visits', direction: 'desc' },
      };
      const selection = { workspaceId: otherWorkspaceId, types: ['visit'] as const, campaignId };
      const span = { fromMs: 0, toMs: noon + dayMs };
      const feed = { selection, span, limit: 10, nowMs: noon + dayMs, searchMsMax: 10_000 };
      const { offer_id: offerId } = before[0] ?? {};
      expect(await traffic.findVisits([foreignVisit])).toEqual(new Map());
      expect(
        await traffic.countForCaps([
          { workspaceId: otherWorkspaceId, kind: 'offer', recordId: String(offerId), sinceMs: midnight },
        ]),
      ).toEqual([]);
      expect((await traffic.readReport({ workspaceId: otherWorkspaceId, definition })).groups).toEqual([]);
      for await (const groups of traffic.streamReport({ workspaceId: otherWorkspaceId, definition }))
        expect(groups).toEqual([]);
      expect((await traffic.readFeed(feed)).rows).toEqual([]);
      const { signal } = new AbortController();
      for await (const rows of traffic.streamFeed({ ...feed, signal })) expect(rows).toEqual([]);
      expect(await traffic.countVisits(match, 1)).toEqual([]);
      for (const replaces of [false, true]) {
        await traffic.distributeCost(match, { amount: '1', replaces }, spread);
        expect(await traffic.readCostRows({ ...match, workspaceId }, spread)).toMatchObject({ visits: 0 });
      }
      expect((await traffic.eraseVisits([foreignVisit])).found).toEqual(new Set());
      await traffic.shortenRetention({
        workspaceId: otherWorkspaceId,
        kind: 'visits',
        keptDays: 1,
        changedMs: noon,
      });
      await waitForMutations(trafficAddress(store));
      expect(await recorded()).toEqual(before);
      expect(await recorded(otherWorkspaceId)).toEqual([]);
    });

    test('rejects requests without a valid workspace ID', async () => {
      await addVisits({ workspace_id: noId });
      const definition: ReportDefinition = {
        range: { fromMs: 0, toMs: noon + dayMs },
        timezone: 'UTC',
        dimensions: [],
        metrics: ['visits'],
        dimensionFilters: [],
        metricFilters: [],
        sort: { by: 'visits', direction: 'desc' },
      };
      for (const invalidId of [noId, '', 'x']) {
        const selection = { workspaceId: invalidId, types: ['visit'] as const };
        const span = { fromMs: 0, toMs: noon + dayMs };
        const feed = { selection, span, limit: 10, nowMs: noon, searchMsMax: 10_000 };
        const { signal } = new AbortController();
        await expect(traffic.readReport({ workspaceId: invalidId, definition })).rejects.toThrow(
          'invalid workspace ID',
        );
        await expect(traffic.streamReport({ workspaceId: invalidId, definition }).next()).rejects.toThrow();
        await expect(traffic.readFeed(feed)).rejects.toThrow('invalid workspace ID');
        await expect(traffic.streamFeed({ ...feed, signal }).next()).rejects.toThrow();
      }
    });
  });
});
