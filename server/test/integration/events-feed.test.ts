import type { EventPage } from '@waypost/contract/events/events.ts';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { clickIdPurpose, makeClickIds } from '../../src/domain/click-id/index.ts';
import type { OpenApiDocument } from '../../src/http/openapi/document.ts';
import { deriveKey } from '../../src/platform/derive-key.ts';
import { newId } from '../../src/platform/ids.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { listNewerEvents } from '../../src/services/events-feed/event-tail.ts';
import { listBriefEvents, listEvents, listPanelEvents } from '../../src/services/events-feed/list-events.ts';
import { countRotatorVisits } from '../../src/services/rotators/count-rotator-visits.ts';
import { searchVisits } from '../../src/services/search/search-visits.ts';
import { provideEventTools } from '../../src/start/event-tools.ts';
import { Database } from '../../src/store/database/database.ts';
import { listCampaignNumbers } from '../../src/store/records/campaign-numbers.ts';
import { makeApiServer, testSecrets, type ApiServer } from '../../src/testing/http/api-server.ts';
import { CheckedDescription } from '../../src/testing/http/checked-description.ts';
import { testStores } from '../../src/testing/machine.ts';
import { makeDataDirectory } from '../../src/testing/product/prepared-directory.ts';
import { removeDataDirectory } from '../../src/testing/product/product.ts';
import { insertEventRows, type EventCells } from '../../src/testing/traffic/insert-event-rows.ts';
import { openUnreachableTraffic, openTestTraffic } from '../../src/testing/traffic/traffic.ts';
import { makeCampaign, makeKey, makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import type { TrafficStore } from '../../src/traffic/traffic-store.ts';

let database: Database;
const directory = makeDataDirectory();

beforeAll(() => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 4 });
});

afterAll(async () => {
  await database.close();
  removeDataDirectory(directory);
});

type Issue = { path: string; message: string };
type FeedResponse = { status: number; data: EventPage; issues: Issue[]; headers: Headers };

const day = { from: '2026-11-16', to: '2026-11-16' };
const noon = Date.UTC(2026, 10, 16, 12);

describe.each(testStores)('the event feed with traffic in %s', (store) => {
  let traffic: TrafficStore;
  let api: ApiServer;
  let description: CheckedDescription;

  beforeAll(async () => {
    traffic = openTestTraffic(store);
    api = await makeApiServer(database, directory, { traffic });
    const document = (await api.server.inject({ url: '/openapi.json' })).json<OpenApiDocument>();
    description = new CheckedDescription(document);
  });

  afterAll(async () => {
    await api.server.close();
  });

  async function makeFeed(server = api) {
    const context = await makeWorkspace(database);
    const { token } = await makeKey(context, { scope: 'read' });
    const { id: campaignId } = await makeCampaign(context);
    const get = async (query: Record<string, string> | string): Promise<FeedResponse> => {
      const text = typeof query === 'string' ? query : new URLSearchParams(query).toString();
      const url = `/api/v1/events?${text}`;
      const response = await server.server.inject({ url, headers: { authorization: `Bearer ${token}` } });
      const headers = new Headers(
        Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
      );
      description.check({
        method: 'GET',
        path: '/events',
        status: response.statusCode,
        headers,
        text: response.body,
      });
      const body = response.json<{ data: EventPage; error?: { details: { issues?: Issue[] } } }>();
      return {
        status: response.statusCode,
        data: body.data,
        issues: body.error?.details.issues ?? [],
        headers,
      };
    };
    const add = (...rows: EventCells[]) =>
      insertEventRows(
        traffic,
        rows.map((row) => ({
          workspace_id: context.workspaceId,
          campaign_id: campaignId,
          id: newId(),
          ...row,
        })),
      );
    return { context, campaignId, get, add };
  }

  test('the panel filters events by each record of the visit, and a cursor belongs to its record', async () => {
    const { context, add } = await makeFeed();
    const fields = {
      trafficSourceId: 'traffic_source_id',
      affiliateNetworkId: 'affiliate_network_id',
      rotatorId: 'rotator_id',
      landingId: 'landing_id',
      offerId: 'offer_id',
    } as const;
    const rows = Object.entries(fields).map(([field, column], at) => ({
      field,
      record: newId(),
      id: newId(),
      column,
      time: noon + at,
    }));
    await add(
      ...rows.map(({ id, record, column, time }) => ({ type: 'event', id, time, [column]: record })),
      ...rows.map(({ column, time }) => ({ type: 'event', time, [column]: newId() })),
    );
    const own = { ...context, traffic };
    for (const { field, record, id } of rows) {
      const filter = { ...day, [field]: record };
      for (const { items } of [await listBriefEvents(own, filter), await listPanelEvents(own, filter)])
        expect(items.map((event) => event.id)).toEqual([id]);
    }
    const all = await listBriefEvents(own, { ...day, limit: '1' });
    const cursor = all.meta.nextCursor ?? '';
    const foreign = listBriefEvents(own, { ...day, cursor, limit: '1', offerId: rows[0]?.record });
    await expect(foreign).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  describe('rows', () => {
    test('have all fields of their type, with the click ID filled in', async () => {
      const { context, campaignId, get, add } = await makeFeed();
      const visitId = newId(noon);
      const numbers = await database.inWorkspace(context.workspaceId, (executor) =>
        listCampaignNumbers(executor, context.workspaceId, [campaignId]),
      );
      const clickIds = makeClickIds(deriveKey(testSecrets.cookieSecret, clickIdPurpose));
      const clickId = clickIds.encode(visitId, numbers.get(campaignId) ?? 0);
      const [source, rotator, path, landing, offer, network, eventId, postbackId, clickRowId] = Array.from(
        { length: 9 },
        () => newId(),
      );
      const visitCells = {
        visit_id: visitId,
        visit_time: noon,
        traffic_source_id: source,
        rotator_id: rotator,
        config_version: 7,
        path_id: path,
        landing_id: landing,
        offer_id: offer,
        affiliate_network_id: network,
        country: 'DE',
        region: 'Berlin',
        city: 'Köln "Süd"',
        isp: 'Example\tTelecom',
        device_type: 'mobile',
        os: 'Android',
        browser: 'Chrome',
        language: 'de',
        referrer: 'https://news.example/?a=1&b=2',
        ip: '::ffff:192.0.2.7',
        user_agent: "Agent 'x' \\ 😀",
        token1: 'shoes',
        token15: 'last',
        tags: ['spring', "o'clock"],
        external_id: 'EXT-1',
      };
      await add(
        {
          ...visitCells,
          type: 'visit',
          id: visitId,
          time: noon,
          outcome: 'landing',
          destination_url: 'https://page.example/lp?a={clickid}&b={clickid}',
          is_unique: true,
          is_bot: true,
          is_prefetch: true,
          reasons: ['datacenter'],
          cost: '0.004200000001',
          visits: 1,
        },
        {
          ...visitCells,
          type: 'lpclick',
          id: clickRowId,
          time: noon + 23_999,
          destination_url: 'https://offer.example/?s={clickid}',
          lp_clicks: 1,
        },
        {
          ...visitCells,
          type: 'event',
          id: eventId,
          time: noon + 60_000,
          idx: 2,
          label: 'Sale',
          value: '3.0000005',
          status: 'approved',
          transaction_id: 'T-1',
          is_conversion: true,
          payout: '10.123456789012',
          currency: 'EUR',
          revenue: '11.1234565',
          cost: '-1.5',
        },
        {
          ...visitCells,
          type: 'postback',
          id: postbackId,
          time: noon + 61_000,
          idx: 2,
          event_id: eventId,
          url: 'https://ads.example/?c=EXT-1&key=abc',
          method: 'GET',
          attempt: 3,
          response_status: 503,
          error: 'http-status',
          response: `${'x'.repeat(2_047)}é`,
          is_success: false,
          duration_ms: 1_234,
        },
        { ...visitCells, type: 'adjustment', time: noon + 62_000, idx: 2, revenue: '-11' },
      );
      const { data } = await get({ ...day, timezone: 'Asia/Kolkata' });
      const shared = {
        visitId,
        clickId,
        visitTime: '2026-11-16T17:30:00.000+05:30',
        campaignId,
        trafficSourceId: source,
        rotatorId: rotator,
        pathId: path,
        landingId: landing,
        offerId: offer,
        affiliateNetworkId: network,
        country: 'DE',
        region: 'Berlin',
        city: 'Köln "Süd"',
        isp: 'Example\tTelecom',
        deviceType: 'mobile',
        os: 'Android',
        browser: 'Chrome',
        language: 'de',
        referrer: 'https://news.example/?a=1&b=2',
        ip: '192.0.2.7',
        userAgent: "Agent 'x' \\ 😀",
        tokens: { token1: 'shoes', token15: 'last' },
        tags: ['spring', "o'clock"],
        externalId: 'EXT-1',
        configVersion: 7,
      };
      expect(data.rows).toEqual([
        {
          ...shared,
          id: postbackId,
          type: 'postback',
          time: '2026-11-16T17:31:01.000+05:30',
          cost: 0,
          revenue: 0,
          eventId,
          idx: 2,
          // Secrets in URLs are hidden from read-only keys.
          url: 'https://ads.example/?c=EXT-1&key=********',
          method: 'GET',
          attempt: 3,
          status: 503,
          error: 'http-status',
          response: 'x'.repeat(2_047),
          success: false,
          durationMs: 1_234,
        },
        {
          ...shared,
          id: eventId,
          type: 'event',
          time: '2026-11-16T17:31:00.000+05:30',
          cost: -1.5,
          revenue: 11.123456,
          idx: 2,
          label: 'Sale',
          value: 3,
          status: 'approved',
          transactionId: 'T-1',
          isConversion: true,
          payout: 10.123457,
          currency: 'EUR',
          secondsSinceVisit: 60,
        },
        {
          ...shared,
          id: clickRowId,
          type: 'lpclick',
          time: '2026-11-16T17:30:23.999+05:30',
          cost: 0,
          revenue: 0,
          destinationUrl: `https://offer.example/?s=${clickId}`,
          secondsSinceVisit: 23,
        },
        {
          ...shared,
          id: visitId,
          type: 'visit',
          time: '2026-11-16T17:30:00.000+05:30',
          cost: 0.0042,
          revenue: 0,
          outcome: 'landing',
          destinationUrl: `https://page.example/lp?a=${clickId}&b=${clickId}`,
          unique: true,
          bot: true,
          prefetch: true,
          reasons: ['datacenter'],
        },
      ]);
      expect(data.meta).toEqual({
        limit: 100,
        count: 4,
        hasMore: false,
        nextCursor: null,
        timezone: 'Asia/Kolkata',
      });
    });

    test('have null for unknown values', async () => {
      const { campaignId, get, add } = await makeFeed();
      const types = ['visit', 'lpclick', 'event', 'postback'] as const;
      await add(...types.map((type, at) => ({ type, time: noon - at })));
      const { data } = await get(day);
      expect(data.rows.map(({ type }) => type)).toEqual(types);
      for (const row of data.rows) {
        const known = Object.entries(row).filter(([, value]) => value !== null);
        const names = known.map(([name]) => name);
        expect(row).toMatchObject({ campaignId, tokens: {}, tags: [], cost: 0, revenue: 0 });
        expect(names).not.toContain('clickId');
        expect(names).not.toContain('visitTime');
        expect(names).not.toContain('ip');
        expect(names).not.toContain('configVersion');
      }
      expect(data.rows[1]).toMatchObject({ destinationUrl: null, secondsSinceVisit: null });
      expect(data.rows[3]).toMatchObject({ eventId: null, idx: null, status: null, response: null });
    });

    test('from other workspaces or without a workspace are never returned', async () => {
      const [mine, foreign] = [await makeFeed(), await makeFeed()];
      await foreign.add({ type: 'visit', time: noon });
      await insertEventRows(traffic, [{ type: 'visit', time: noon, id: newId() }]);
      expect((await mine.get(day)).data.rows).toEqual([]);
      expect((await mine.get({ ...day, campaignId: foreign.campaignId })).data.rows).toEqual([]);
      expect(
        (await foreign.get({ ...day, campaignId: foreign.campaignId.toUpperCase() })).data.rows,
      ).toHaveLength(1);
    });
  });

  describe('the query', () => {
    let workspace: Awaited<ReturnType<typeof makeFeed>> | undefined;

    test.each([
      ['', ['from', 'to']],
      ['from=2026-11-16', ['to']],
      ['from=2026-02-30&to=x', ['from', 'to']],
      ['from=2026-11-17&to=2026-11-16', ['to']],
      ['from=2026-11-16&to=2026-11-16&timezone=Mars/Base', ['timezone']],
      ['from=2026-11-16&to=2026-11-16&campaignId=x', ['campaignId']],
      ['from=2026-11-16&to=2026-11-16&type=adjustment', ['type']],
      ['from=2026-11-16&to=2026-11-16&type=', ['type']],
      ['from=2026-11-16&to=2026-11-16&idx=0', ['idx']],
      ['from=2026-11-16&to=2026-11-16&idx=21', ['idx']],
      ['from=2026-11-16&to=2026-11-16&idx=1.5', ['idx']],
      ['from=2026-11-16&to=2026-11-16&idx=1&type=visit', ['idx']],
      ['from=2026-11-16&to=2026-11-16&idx=1&type=lpclick', ['idx']],
      ['from=2026-11-16&to=2026-11-16&limit=0', ['limit']],
      ['from=2026-11-16&to=2026-11-16&limit=1001', ['limit']],
      ['from=2026-11-16&to=2026-11-16&limit=ten', ['limit']],
      ['from=2026-11-16&to=2026-11-16&cursor=', ['cursor']],
      ['from=2026-11-16&to=2026-11-16&cursor=AAAA', ['cursor']],
      [
        'from=2026-11-16&to=2026-11-16&offset=1&sortBy=time&sortDir=asc&query=a&q=b',
        ['offset', 'sortBy', 'sortDir', 'query', 'q'],
      ],
      ['from=2026-11-16&to=2026-11-16&campaign=x', ['campaign']],
      ['from=2026-11-16&from=2026-11-15&to=2026-11-16', ['from']],
    ])('%j is rejected with issues for %j', async (query, names) => {
      workspace ??= await makeFeed();
      const { status, issues } = await workspace.get(query);
      expect(status).toBe(400);
      expect(issues.map(({ path }) => path)).toEqual(names);
    });

    test('accepts the time formats of reports and Unix seconds and milliseconds, with both ends included', async () => {
      const { get, add } = await makeFeed();
      await add({ type: 'visit', time: noon }, { type: 'visit', time: noon + 999 });
      const count = async (from: string, to: string, timezone = 'UTC') =>
        (await get({ from, to, timezone })).data.meta.count;
      const seconds = String(noon / 1_000);
      expect(await count(seconds, seconds)).toBe(2);
      expect(await count(String(noon), String(noon))).toBe(1);
      expect(await count(String(noon + 1), String(noon + 998))).toBe(0);
      expect(await count('2026-11-16 12:00', '2026-11-16 12:00:00')).toBe(2);
      expect(await count('2026-11-16T12:00:00.500Z', '2026-11-17')).toBe(1);
      expect(await count('2026-11-16 13:00:00', '2026-11-16 13:00:00', 'Europe/Berlin')).toBe(2);
      expect(await count('2026-11-16T13:00:00+01:00', '2026-11-16T13:00:00.000+01:00')).toBe(1);
      expect(await count('2026-11-17', '2026-11-17', 'Pacific/Kiritimati')).toBe(2);
      expect(await count('1970-01-01', '2105-12-31')).toBe(2);
    });

    test('selects conversions and their postbacks by index', async () => {
      const { get, add } = await makeFeed();
      await add(
        { type: 'event', time: noon, idx: 3 },
        { type: 'postback', time: noon, idx: 3 },
        { type: 'event', time: noon, idx: 4 },
        { type: 'visit', time: noon },
      );
      const types = async (query: Record<string, string>) =>
        (await get({ ...day, ...query })).data.rows.map(({ type }) => type).toSorted();
      expect(await types({ idx: '3' })).toEqual(['event', 'postback']);
      expect(await types({ idx: '3', type: 'event' })).toEqual(['event']);
      expect(await types({ idx: '4', type: 'postback' })).toEqual([]);
      expect(await types({ type: 'visit' })).toEqual(['visit']);
    });
  });

  describe('a cursor', () => {
    test('is valid only for its own query', async () => {
      const [{ get, add, campaignId }, other] = [await makeFeed(), await makeFeed()];
      await add(...[0, 1, 2].map((at) => ({ type: 'visit', time: noon + at })));
      const query = { ...day, timezone: 'UTC', type: 'visit', campaignId };
      const { nextCursor } = (await get({ ...query, limit: '1' })).data.meta;
      const cursor = nextCursor ?? '';
      // The same query with a different spelling of the time and a different page size.
      const again = { ...query, from: String(Date.UTC(2026, 10, 16)), limit: '2', cursor };
      expect((await get(again)).data.meta).toMatchObject({ count: 2, hasMore: false, nextCursor: null });
      const changedQueries = [
        { ...query, cursor: `${cursor.slice(0, -1)}${cursor.endsWith('A') ? 'B' : 'A'}` },
        { ...query, to: '2026-11-17', cursor },
        { ...query, timezone: 'Europe/Berlin', from: '2026-11-16 01:00', to: '2026-11-17 00:59', cursor },
        { ...query, type: 'lpclick', cursor },
        { ...query, campaignId: other.campaignId, cursor },
        { ...day, cursor },
      ];
      for (const changed of changedQueries) {
        const { status, issues } = await get(changed);
        expect([status, issues.map(({ path }) => path)]).toEqual([400, ['cursor']]);
      }
      expect((await other.get({ ...query, cursor })).status).toBe(400);
    });

    test('is valid in every process in the installation and after a restart, with any secrets', async () => {
      const { context, add } = await makeFeed();
      await add(...[0, 1].map((at) => ({ type: 'visit', time: noon + at })));
      const logger = createLogger({ role: 'test', level: 'silent', format: 'text' });
      // Uses a new database object each time, so that nothing is cached from the previous call.
      const listWith = async (cookieSecret: string | undefined, input: Record<string, string>) => {
        const ownDatabase = new Database(inject('postgresUrl'), { connectionsMax: 1 });
        const ownTraffic = openTestTraffic(store);
        const tools = provideEventTools(ownTraffic, { cookieSecret }, logger);
        try {
          return await listEvents({ ...context, ...tools, database: ownDatabase }, input);
        } finally {
          await ownTraffic.close();
          await ownDatabase.close();
        }
      };
      const { meta } = await listWith(undefined, { ...day, limit: '1' });
      const next = { ...day, cursor: meta.nextCursor ?? '' };
      expect((await listWith(undefined, next)).meta).toMatchObject({ count: 1, hasMore: false });
      expect((await listWith(testSecrets.cookieSecret, next)).meta).toMatchObject({ count: 1 });
    });

    test('includes late rows that are older than its position, and never returns to newer ones', async () => {
      const { get, add } = await makeFeed();
      const ids = Array.from({ length: 6 }, () => newId()).toSorted();
      const visit = (at: number, time: number) => ({ type: 'visit', id: ids[at], time });
      await add(visit(4, noon + 2), visit(2, noon + 1), visit(0, noon));
      const first = (await get({ ...day, limit: '2' })).data;
      expect(first.rows.map(({ id }) => id)).toEqual([ids[4], ids[2]]);
      // One new row is newer than the cursor position. Two new rows have the same time as the position: one comes
      // before the position, and the other after it.
      await add(visit(5, noon + 3), visit(3, noon + 1), visit(1, noon + 1));
      const second = (await get({ ...day, limit: '2', cursor: first.meta.nextCursor ?? '' })).data;
      expect(second.rows.map(({ id }) => id)).toEqual([ids[1], ids[0]]);
      expect(second.meta).toMatchObject({ hasMore: false, nextCursor: null });
    });

    test('is returned with a partial page when searching further would take too long', async () => {
      const { context, add } = await makeFeed();
      const hours = [0, 1, 4].map((hoursAgo) => ({ type: 'visit', time: noon - hoursAgo * 3_600_000 }));
      await add(...hours);
      const tools = { traffic, now: () => new Date(noon) };
      const query = { from: '2026-11-16 06:00', to: '2026-11-16 12:00', limit: '5' };
      const pages: EventPage[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const input = cursor === '' ? query : { ...query, cursor };
        const page: EventPage = await listEvents({ ...context, ...tools }, input, { searchMsMax: 0 });
        pages.push(page);
        cursor = page.meta.nextCursor;
        expect(page.meta.hasMore).toBe(cursor !== null);
      }
      expect(pages.flatMap(({ rows }) => rows.map(({ time }) => time.slice(11, 13)))).toEqual([
        '12',
        '11',
        '08',
      ]);
      expect(pages.filter(({ rows }) => rows.length === 0).length).toBeGreaterThan(0);
    });
  });

  test('an unavailable traffic store results in 503 with Retry-After, while input is still validated', async () => {
    const server = await makeApiServer(database, directory, { traffic: openUnreachableTraffic(store) });
    try {
      const { get } = await makeFeed(server);
      const { status, headers } = await get(day);
      expect([status, headers.get('retry-after')]).toEqual([503, '5']);
      expect((await get({ ...day, limit: '0' })).status).toBe(400);
    } finally {
      await server.server.close();
    }
  });
});

test('reading events, searching visits and counting the visits of a rotator pass the abort signal of the caller to the query', async () => {
  const seen: (AbortSignal | undefined)[] = [];
  const answer =
    <Answer>(value: Answer) =>
    ({ signal }: { signal?: AbortSignal | undefined }) => {
      seen.push(signal);
      return Promise.resolve(value);
    };
  const traffic = {
    readFeed: answer({ rows: [], next: undefined }),
    readBriefFeed: answer({ rows: [], next: undefined }),
    readNewer: answer([]),
    countByRoute: answer([]),
  } as unknown as TrafficStore;
  const context = { ...(await makeWorkspace(database)), traffic };
  const { rotatorId } = await makeCampaign(context);
  const { signal } = new AbortController();
  await listEvents(context, day, { signal });
  await listPanelEvents(context, day, { signal });
  await listBriefEvents(context, day, { signal });
  await listNewerEvents(context, {}, signal);
  await countRotatorVisits(context, rotatorId, signal);
  await searchVisits(context, { q: 'T-7' }, signal);
  expect(seen).toHaveLength(7);
  for (const one of seen) expect(one).toBe(signal);
});

test('at most four reads of events run at once in a workspace', async () => {
  const blocked = Promise.withResolvers<undefined>();
  let [begun, asked] = [0, 0];
  const readFeed = async () => {
    begun += 1;
    await blocked.promise;
    return { rows: [], next: undefined };
  };
  const own = await makeWorkspace(database, () => {
    asked += 1;
    return new Date();
  });
  const read = () => listEvents({ ...own, traffic: { readFeed } as unknown as TrafficStore }, day);
  // The time is read immediately before the read waits for its turn.
  const before = asked;
  const reads = [read()];
  await expect.poll(() => begun).toBe(1);
  const askedPerRead = asked - before;
  for (let count = 2; count <= 5; count += 1) reads.push(read());
  await expect.poll(() => asked - before).toBe(5 * askedPerRead);
  const elsewhere = { readFeed: () => Promise.resolve({ rows: [], next: undefined }) };
  await listEvents(
    { ...(await makeWorkspace(database)), traffic: elsewhere as unknown as TrafficStore },
    day,
  );
  expect(begun).toBe(4);
  blocked.resolve(undefined);
  await Promise.all(reads);
  expect(begun).toBe(5);
});
