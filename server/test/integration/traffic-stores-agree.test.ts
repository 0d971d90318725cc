import { definitionForm } from '@waypost/contract/reports/report-forms.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { normalizeDecimal } from '../../src/domain/money/decimal.ts';
import type { ReportDefinition } from '../../src/domain/reports/report-definition.ts';
import { readDefinition } from '../../src/domain/reports/read-definition.ts';
import type { FeedPosition } from '../../src/domain/traffic/feed-cursor.ts';
import type { FeedRow } from '../../src/domain/traffic/feed-row.ts';
import { newId, timeOfId } from '../../src/platform/ids.ts';
import { needsClickHouse, testStores } from '../../src/testing/machine.ts';
import { insertTraffic } from '../../src/testing/reports/insert-traffic.ts';
import type { ModelQuery } from '../../src/testing/reports/report-model.ts';
import {
  makeRandomQuery,
  seededRandom,
  formatQueryBody,
  type Random,
} from '../../src/testing/reports/report-queries.ts';
import { makeReportTraffic, type ReportTraffic } from '../../src/testing/reports/report-traffic.ts';
import { rounds } from '../../src/testing/rounds.ts';
import { toBriefRow } from '../../src/testing/traffic/to-brief-row.ts';
import { readRecordedRows, type RecordedRow } from '../../src/testing/traffic/recorded-rows.ts';
import { openTestTraffic, trafficAddress } from '../../src/testing/traffic/traffic.ts';
import { makeSeparateTraffic } from '../../src/testing/traffic/separate-traffic.ts';
import { moveTraffic } from '../../src/start/move/move-traffic.ts';
import type { TrafficAddress } from '../../src/start/engine-addresses.ts';
import { openTraffic } from '../../src/testing/traffic/open-traffic.ts';
import type { CostBatch, TrafficStore, VisitKey } from '../../src/traffic/traffic-store.ts';

// Failures report the seed that reproduces them.
const seed = Number(process.env['REPORT_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const visits = rounds(100, 1_000);
const workspaceId = newId();

function toReportDefinition(question: ModelQuery): ReportDefinition {
  const query = definitionForm.query.parse(formatQueryBody(question));
  const reading = readDefinition(query, question, definitionForm.vocabulary);
  if ('issues' in reading) throw new Error(JSON.stringify(reading.issues));
  return reading.definition;
}

async function collect<Item>(pieces: AsyncGenerator<Item[]>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const some of pieces) all.push(...some);
  return all;
}

/** Normalizes decimals, because stores format the same decimal differently. */
function exact({ cost, revenue, payout, value, ...row }: FeedRow): FeedRow {
  return {
    ...row,
    cost: normalizeDecimal(cost),
    revenue: normalizeDecimal(revenue),
    payout: normalizeDecimal(payout),
    value: value === null ? null : normalizeDecimal(value),
  };
}

// Stores the traffic in PostgreSQL and moves it to ClickHouse.
async function moveToClickHouse(traffic: ReportTraffic): Promise<TrafficAddress> {
  const [from, to] = [await makeSeparateTraffic('postgres'), await makeSeparateTraffic('clickhouse')];
  const store = openTraffic(from);
  await insertTraffic(store, traffic);
  await store.close();
  await moveTraffic({
    places: { postgres: from.url, clickhouse: to.url },
    target: 'a test',
    sizes: { pagesPerChunk: 5, rowsPerInsert: 20 },
    onStep: () => undefined,
    onPhase: () => undefined,
  });
  return to;
}

const timeout = rounds(600_000, 3_600_000);

describe.skipIf(testStores.length < 2)(`traffic stores${needsClickHouse}, seed ${seed}`, { timeout }, () => {
  let addresses: TrafficAddress[];
  let stores: TrafficStore[];
  let traffic: ReportTraffic;
  let random: Random;
  let keys: VisitKey[];

  beforeAll(async () => {
    random = seededRandom(seed);
    traffic = makeReportTraffic(workspaceId, visits, random);
    stores = testStores.map((store) => openTestTraffic(store));
    for (const store of stores) await insertTraffic(store, traffic);
    const moved = await moveToClickHouse(traffic);
    addresses = [...testStores.map((store) => trafficAddress(store)), moved];
    stores.push(openTraffic(moved));
    const rows = await readRecordedRows(trafficAddress(), workspaceId);
    keys = rows
      .filter(({ type }) => type === 'visit')
      .map((row) => ({
        workspaceId,
        campaignId: String(row.campaign_id),
        visitId: String(row.visit_id),
      }));
  });

  afterAll(async () => {
    for (const store of stores) await store.close();
  });

  /** Returns the result from the first store after comparing it with the results from all other stores. */
  async function expectAgreement<Answer>(
    description: string,
    run: (store: TrafficStore) => Promise<Answer>,
  ): Promise<Answer> {
    const [first, ...others] = await Promise.all(stores.map(run));
    for (const other of others) expect(other, `seed ${seed}: ${description}`).toEqual(first);
    return first as Answer;
  }

  test('contain the same rows, also after a move from PostgreSQL to ClickHouse', async () => {
    const sorted = (rows: RecordedRow[]) =>
      rows.toSorted((one, other) => (String(one.id) < String(other.id) ? -1 : 1));
    const [first, ...others] = await Promise.all(
      addresses.map(async (address) => sorted(await readRecordedRows(address, workspaceId))),
    );
    expect(first?.length).toBeGreaterThan(visits);
    for (const other of others) expect(other).toEqual(first);
  });

  test('return the same groups in the same order for any report, in pages and in streams', async () => {
    for (let round = 0; round < rounds(8, 500); round += 1) {
      const definition = toReportDefinition(makeRandomQuery(traffic.facts, random));
      const description = JSON.stringify(definition, (_, value: unknown) =>
        typeof value === 'bigint' ? String(value) : value,
      );
      const { groups } = await expectAgreement(description, (store) =>
        store.readReport({ workspaceId, definition }),
      );
      const page = { limit: 1 + random.below(5), offset: random.below(groups.length + 2) };
      const paged = await expectAgreement(`${description} ${JSON.stringify(page)}`, (store) =>
        store.readReport({ workspaceId, definition, page }),
      );
      expect(paged).toEqual({
        groups: groups.slice(page.offset, page.offset + page.limit),
        totalRows: groups.length,
      });
      if (random.below(4) > 0) continue;
      const streamed = await expectAgreement(`the file of ${description}`, async (store) =>
        collect(store.streamReport({ workspaceId, definition })),
      );
      expect(streamed).toEqual(groups);
    }
  });

  test('return the same feed, in pages of any size and as a stream', async () => {
    const times = keys.map(({ visitId }) => timeOfId(visitId));
    const dayMs = 86_400_000;
    const span = { fromMs: Math.min(...times) - dayMs, toMs: Math.max(...times) + 100 * dayMs };
    const nowMs = span.toMs;
    for (const types of [
      ['visit', 'lpclick', 'event', 'postback'],
      ['event'],
      ['lpclick', 'postback'],
    ] as const) {
      const selection = { workspaceId, types };
      const limit = rounds(80, 20) + random.below(200);
      const paged = await expectAgreement(types.join(), async (store) => {
        const rows: FeedRow[] = [];
        let before: FeedPosition | undefined;
        do {
          const request = { selection, span, before, limit, nowMs, searchMsMax: 60_000 };
          const page = await store.readFeed(request);
          const brief = await store.readBriefFeed(request);
          expect(brief.rows).toEqual(page.rows.map(toBriefRow));
          expect([brief.next?.timeMs, brief.next?.id]).toEqual([page.next?.timeMs, page.next?.id]);
          rows.push(...page.rows);
          before = page.next;
        } while (before !== undefined);
        return rows.map(exact);
      });
      expect(paged.length).toBeGreaterThan(0);
      const { signal } = new AbortController();
      const streamed = await expectAgreement(`the file of ${types.join()}`, async (store) =>
        (await collect(store.streamFeed({ selection, span, nowMs, signal }))).map(exact),
      );
      expect(streamed).toEqual(paged);
    }
  });

  test('find and count the same visits and distribute the same costs', async () => {
    const found = await expectAgreement('visits', async (store) => {
      const visitsById = await store.findVisits([...keys, { ...keys[0], visitId: newId() } as VisitKey]);
      return new Map(
        [...visitsById].map(([id, visit]) => [id, { ...visit, cost: normalizeDecimal(visit.cost) }]),
      );
    });
    expect(found.size).toBe(keys.length);
    const offers = traffic.campaigns.flatMap((campaign) => campaign.offers.map(({ id }) => id));
    const paths = traffic.campaigns.flatMap((campaign) => campaign.pathIds);
    const capped = [
      ...offers.map((recordId) => ({ workspaceId, kind: 'offer' as const, recordId })),
      ...paths.map((recordId) => ({ workspaceId, kind: 'path' as const, recordId })),
    ];
    const first = Math.min(...keys.map(({ visitId }) => timeOfId(visitId)));
    const quarterMs = 900_000;
    for (const sinceMs of [0, Math.ceil(first / quarterMs) * quarterMs, first + 1])
      await expectAgreement(`counts since ${sinceMs}`, async (store) =>
        (await store.countForCaps(capped.map((record) => ({ ...record, sinceMs }))))
          .filter(({ arrivals, conversions }) => arrivals !== 0 || conversions !== 0)
          .toSorted((one, other) => (one.recordId < other.recordId ? -1 : 1)),
      );
    const [campaign] = traffic.campaigns;
    const all = {
      workspaceId,
      campaignId: campaign?.id ?? '',
      fromMs: first,
      untilMs: first + 300 * 86_400_000,
      tokens: {},
    };
    const withToken = { ...all, tokens: { token1: 'plain' } };
    // Random traffic can have no visit with this token, and a cost without visits is not distributed.
    const counted = random.below(2) === 0 ? [] : await stores[0]?.countVisits(withToken, 1);
    const match = counted?.length === 0 ? all : withToken;
    const rangeCount = 1 + random.below(50);
    await expectAgreement(`${rangeCount} time ranges`, (store) => store.countVisits(match, rangeCount));
    const entryId = newId();
    const spread: CostBatch = { batch: newId(), entryId, kind: 'cost-entry', timeMs: first };
    const withdrawn: CostBatch = { ...spread, batch: newId(), kind: 'cost-withdrawn' };
    const rowsOf = (of: CostBatch) =>
      expectAgreement(of.kind, async (store) => {
        const written = await store.readCostRows(match, of);
        return { ...written, cost: normalizeDecimal(written.cost) };
      });
    const charge = { amount: '1234.567890123457', replaces: false };
    for (const store of stores) await store.distributeCost(match, charge, spread);
    expect(await rowsOf(spread)).toMatchObject({ cost: charge.amount });
    const replacing = { ...spread, batch: newId(), entryId: newId() };
    for (const store of stores)
      await store.distributeCost(match, { amount: '99.5', replaces: true }, replacing);
    await rowsOf(replacing);
    for (const store of stores) await store.reverseCost(match, spread, withdrawn);
    expect(await rowsOf(withdrawn)).toMatchObject({ cost: '-1234.567890123457' });
  });
});
