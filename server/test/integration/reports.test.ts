import { publicDimensionIds } from '@waypost/contract/reports/report-dimensions.ts';
import { panelForm } from '@waypost/contract/reports/report-forms.ts';
import { publicMetricIds } from '@waypost/contract/reports/report-metrics.ts';
import type { Report } from '@waypost/contract/reports/reports.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { archiveCampaigns } from '../../src/services/campaigns/archive-campaigns.ts';
import type { WorkspaceContext } from '../../src/services/context.ts';
import { reportEdge, signOffEdge, signOffSpool } from '../../src/services/publishing/publication.ts';
import { openReportRows } from '../../src/services/reports/open-report-rows.ts';
import { freezeOutbox, insertOutboxRows } from '../../src/store/conversions/outbox.ts';
import { Database } from '../../src/store/database/database.ts';
import { readShippedUntil } from '../../src/store/queues/shipped-until.ts';
import { makeApiServer, type ApiAnswer, type ApiServer } from '../../src/testing/http/api-server.ts';
import { describeLightStores } from '../../src/testing/light-stores.ts';
import { makeDataDirectory } from '../../src/testing/product/prepared-directory.ts';
import { removeDataDirectory } from '../../src/testing/product/product.ts';
import { insertEventRows, type EventCells } from '../../src/testing/traffic/insert-event-rows.ts';
import { openUnreachableTraffic, openTestTraffic } from '../../src/testing/traffic/traffic.ts';
import {
  makeCampaign,
  makeKey,
  makeWorkspace,
  type MadeCampaign,
} from '../../src/testing/workspaces/factories.ts';
import { makeSession } from '../../src/testing/workspaces/sessions.ts';
import { reportRequest, queryTimedOut } from '../../src/traffic/request-errors.ts';
import type { TrafficStore } from '../../src/traffic/traffic-store.ts';

const directory = makeDataDirectory();
const day = Date.parse('2026-11-10T12:00:00Z');
const hostile = [
  "'; DROP TABLE events; --",
  '{p0:UUID}',
  String.raw`\'`,
  '%27',
  'a,b',
  'a+b c',
  '\u{FFFD}',
  '😀',
  ') OR 1=1 OR (',
  String.raw`\N`,
];

const range = 'from=2026-11-01&to=2026-11-30';

function swapCase(text: string): string {
  return Array.from(text, (one) => (one === one.toUpperCase() ? one.toLowerCase() : one.toUpperCase())).join(
    '',
  );
}

let database: Database;

beforeAll(() => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 4 });
});

afterAll(async () => {
  await database.close();
  removeDataDirectory(directory);
});

describeLightStores('reports on traffic in %s', (store) => {
  let traffic: TrafficStore;
  let api: ApiServer;
  let context: WorkspaceContext;
  let foreign: WorkspaceContext;
  let token: string;
  let campaign: MadeCampaign;

  beforeAll(async () => {
    traffic = openTestTraffic(store);
    api = await makeApiServer(database, directory, { traffic });
    [context, foreign] = await Promise.all([makeWorkspace(database), makeWorkspace(database)]);
    token = (await makeKey(context, { scope: 'read' })).token;
    campaign = await makeCampaign(context, { name: 'Spring sale' });
    await insertEventRows(traffic, [
      ...['DE', 'DE', 'AT', ''].map((country, at) => visit({ country, time: day + at * 3_600_000 })),
      ...hostile.map((token2) => visit({ country: 'FR', token2 })),
      visit({ country: 'DE', workspace_id: foreign.workspaceId, token1: 'foreign' }),
      visit({ country: 'DE', workspace_id: '00000000-0000-0000-0000-000000000000', token1: 'no workspace' }),
    ]);
  });

  afterAll(async () => {
    await api.server.close();
  });

  function visit(cells: EventCells) {
    const id = newId();
    return {
      type: 'visit',
      workspace_id: context.workspaceId,
      campaign_id: campaign.id,
      traffic_source_id: campaign.trafficSourceId,
      rotator_id: campaign.rotatorId,
      time: day,
      id,
      visit_id: id,
      visits: 1,
      cost: '0.0000005',
      ...cells,
    };
  }

  async function request(query: string): Promise<ApiAnswer> {
    return await api.send({ token, method: 'GET', path: `/reports?${query}` });
  }

  async function report(query: string): Promise<Report> {
    const { status, body, raw } = await request(`${range}&${query}`);
    expect(status, raw).toBe(200);
    return body.data as Report;
  }

  describe('a report', () => {
    test("returns rows and metadata in the contract's format", async () => {
      const { rows, meta } = await report(
        'dimensions=campaign,country&metrics=visits,cost,roi&totals=1&limit=2',
      );
      expect(rows).toEqual([
        { campaign: campaign.id, country: 'FR', visits: 10, cost: 0.000005, roi: -1 },
        { campaign: campaign.id, country: 'DE', visits: 2, cost: 0.000001, roi: -1 },
      ]);
      const { freshness, ...rest } = meta;
      expect(rest).toEqual({
        from: '2026-10-31T23:00:00.000Z',
        to: '2026-11-30T22:59:59.999Z',
        timezone: 'Europe/Berlin',
        currency: 'USD',
        dimensions: ['campaign', 'country'],
        metrics: ['visits', 'cost', 'roi'],
        limit: 2,
        offset: 0,
        count: 2,
        totalRows: 4,
        hasMore: true,
        labels: { campaign: { [campaign.id]: 'Spring sale' } },
        totals: { visits: 14, cost: 0.000007, roi: -1 },
      });
      expect(Date.now() - Date.parse(freshness)).toBeGreaterThanOrEqual(0);
    });

    test.each([
      ['dimensions=country', 'visits>1'],
      ['dimensions=country', 'visits<2'],
      ['dimensions=country,token2', 'visits=1'],
      ['dimensions=day,country', 'cost>0.000002'],
      ['dimensions=country', 'visits>1000'],
      ['dimensions=country&limit=1', 'visits>1'],
    ])('totals only the rows that match the metric filter: %s, %s', async (parameters, filter) => {
      const query = `${parameters}&metrics=visits&filter=${encodeURIComponent(filter)}`;
      const { meta } = await report(`${query}&totals=1`);
      const { rows } = await report(query.replace('&limit=1', ''));
      expect(meta.totals).toEqual({ visits: rows.reduce((sum, { visits }) => sum + Number(visits), 0) });
      expect(meta.totalRows).toBe(rows.length);
    });

    test('counts test visits only if a filter includes their tag', async () => {
      await insertEventRows(traffic, [
        visit({ time: Date.UTC(2026, 8, 9, 12), tags: ['waypost-test'] }),
        visit({ time: Date.UTC(2026, 8, 9, 12) }),
      ]);
      const september = 'from=2026-09-01&to=2026-09-30';
      const visits = async (filter: string) => {
        const { body } = await request(`${september}&metrics=visits&filter=campaign=${campaign.id}${filter}`);
        return (body.data as Report).rows[0]?.['visits'];
      };
      expect(await visits('')).toBe(1);
      expect(await visits(',tag=waypost-test')).toBe(1);
      expect(await visits(',tag=waypost-test|')).toBe(2);
      // The parameter exists only in the panel API, because the public API's parameters are fixed.
      expect((await request(`${september}&includeTests=1`)).status).toBe(400);
    });

    test('has one row without dimensions, even if nothing matches', async () => {
      expect((await report('metrics=visits')).rows).toEqual([{ visits: 14 }]);
      const { rows, meta } = await report(`filter=campaign=${newId()}&metrics=visits,cost,cpv`);
      expect(rows).toEqual([{ visits: 0, cost: 0, cpv: null }]);
      expect(meta).toMatchObject({ count: 1, totalRows: 1, labels: {} });
      expect(meta).not.toHaveProperty('totals');
      expect((await report('metrics=visits&filter=visits>1000')).rows).toEqual([{ visits: 14 }]);
    });

    test('returns the total number of rows for an offset past the last row', async () => {
      const { rows, meta } = await report('dimensions=country&metrics=visits&offset=50');
      expect([rows, meta.totalRows, meta.hasMore]).toEqual([[], 4, false]);
    });

    test('groups by hours in the requested time zone', async () => {
      const hours = async (zone: string) =>
        (await report(`dimensions=hour&metrics=visits&timezone=${zone}&filter=country!=FR`)).rows.map(
          ({ hour }) => hour,
        );
      expect(await hours('UTC')).toEqual(
        ['12', '13', '14', '15'].map((hour) => `2026-11-10T${hour}:00+00:00`),
      );
      expect((await hours('asia/kathmandu'))[0]).toBe('2026-11-10T17:00+05:45');
    });

    test('labels archived records, but not those of another workspace', async () => {
      const own = await makeCampaign(context, { name: 'Old one' });
      const other = await makeCampaign(foreign, { name: 'Secret' });
      await insertEventRows(traffic, [
        visit({ campaign_id: own.id, token3: 'labels' }),
        visit({ campaign_id: other.id, token3: 'labels', landing_id: newId() }),
      ]);
      await archiveCampaigns(context, { ids: [own.id] });
      const { meta } = await report('dimensions=campaign,landing,path&metrics=visits&filter=token3=labels');
      expect(meta.labels).toEqual({ campaign: { [own.id]: 'Old one' }, landing: {}, path: {} });
    });

    test('streams all rows with exact amounts for files', async () => {
      const input = {
        from: '2026-11-01',
        to: '2026-11-30',
        dimensions: 'country',
        metrics: 'visits,cost,cpv',
      };
      const query = { ...input, filter: ['country=DE|'] };
      const { read } = await openReportRows({ ...context, traffic }, query, panelForm);
      const rows = [];
      for await (const batch of read()) rows.push(...batch);
      expect(rows).toContainEqual({ country: 'DE', visits: '2', cost: '0.000001', cpv: '0' });
      expect(rows).toHaveLength(2);
    });
  });

  test('rows without a value in any requested metric are left out', async () => {
    const query = 'dimensions=token5&filter=token4=groups';
    await insertEventRows(traffic, [
      visit({ token3: 'labels', token4: 'groups', token5: 'person' }),
      visit({ token3: 'labels', token4: 'groups', token5: 'bot', visits: 0, bot_visits: 1, cost: '0' }),
      visit({ token3: 'labels', token4: 'groups', visits: 0, lp_clicks: 0, events: 0, cost: '0' }),
    ]);
    const rowsOf = async (metrics: string) =>
      (await report(`${query}&metrics=${metrics}`)).rows.map(({ token5 }) => token5);
    expect(await rowsOf('visits,lpclicks,conversions')).toEqual(['person']);
    expect(await rowsOf('botVisits,conversions')).toEqual(['bot']);
    expect(await rowsOf('cr')).toEqual(['person']);
    expect(await rowsOf('conversions')).toEqual([]);
    const { rows, meta } = await report(`${query}&metrics=lpclicks&totals=1`);
    expect([rows, meta.totalRows, meta.totals]).toEqual([[], 0, { lpclicks: 0 }]);
    expect((await report('metrics=lpclicks&filter=token4=groups')).rows).toEqual([{ lpclicks: 0 }]);
  });

  describe('filters', () => {
    test('are split at unencoded commas and then decoded', async () => {
      const values = async (query: string) =>
        (await report(`dimensions=token2&metrics=visits&${query}`)).rows.map(({ token2 }) => String(token2));
      expect(await values('filter=token2=a%2Cb')).toEqual(['a,b']);
      expect(await values('filter=token2=a%2Bb+c,country=FR')).toEqual(['a+b c']);
      expect(await values('filter=token2=%252C')).toEqual([]);
      expect(await values('filter=token2%3Da%252Cb')).toEqual([]);
      expect(await values('%66ilter=token2%3Da%2Cb%7C%F0%9F%98%80')).toEqual(['a,b', '😀']);
    });

    test('never interpret a value as SQL', async () => {
      for (const value of hostile) {
        const { rows } = await report(
          `dimensions=token2&metrics=visits&filter=token2=${encodeURIComponent(value)}`,
        );
        expect(rows).toEqual([{ token2: value, visits: 1 }]);
      }
      const all = hostile.map(encodeURIComponent).join('%7C');
      expect((await report(`metrics=visits&filter=token2=${all}`)).rows).toEqual([{ visits: 10 }]);
      for (const value of hostile) {
        const broken = encodeURIComponent(value);
        for (const name of [
          'from',
          'to',
          'timezone',
          'dimensions',
          'metrics',
          'sortBy',
          'sortDir',
          'limit',
          'offset',
        ])
          expect(
            (await request(`${name === 'from' || name === 'to' ? '' : `${range}&`}${name}=${broken}`)).status,
          ).toBe(400);
      }
    });

    test('accept six expressions with a thousand values each', async () => {
      const ids = Array.from({ length: 999 }, () => newId()).join('|');
      const words = Array.from({ length: 1_000 }, (_, at) => `${'w'.repeat(120)}${at}`).join('|');
      const expressions = [
        `campaign=${campaign.id}|${ids}`,
        `landing!=${ids}`,
        `offer!=${ids}`,
        `token1!=${words}`,
        'country=DE',
        'visits>1',
      ];
      const filter = expressions.map(encodeURIComponent).join(',');
      expect((await report(`dimensions=country&metrics=visits&filter=${filter}`)).rows).toEqual([
        { country: 'DE', visits: 2 },
      ]);
    });

    test('match missing values, but not by their stored placeholder', async () => {
      const visits = async (filter: string) =>
        (await report(`metrics=visits&filter=${filter}`)).rows[0]?.['visits'];
      expect(await visits('country=,token3!=labels')).toBe(1);
      expect(await visits('country!=FR,token3!=labels')).toBe(4);
      expect(await visits('country!=FR%7C,token3!=labels')).toBe(3);
      expect(await visits('landing=,token3!=labels')).toBe(14);
      expect(await visits('landing=00000000-0000-0000-0000-000000000000')).toBe(0);
      expect(await visits('configVersion=0')).toBe(0);
      expect(await visits('configVersion<5')).toBe(0);
    });
  });

  describe('invalid queries', () => {
    test.each([
      ['', 'from', 'is required'],
      ['from=2026-11-01', 'to', 'is required'],
      [`${range}&verbose=1`, 'verbose', 'is not a known parameter; must be one of from, to, timezone'],
      [`${range}&filter=visits>1&filter=visits<9`, 'filter', 'is given more than once'],
      [`${range}&filter=`, 'filter', 'is not a valid filter'],
      [`${range}&filter=token2=a%00`, 'filter', 'must not contain NUL'],
      [`${range}&filter=visits>1,`, 'filter', 'is not a valid filter'],
      [`${range}&filter=a,b,c,d,e,f,g`, 'filter', 'at most 6 expressions'],
      [`${range}&dimensions=nothing`, 'dimensions', 'unknown dimension "nothing"; must be one of hour, day'],
      [`${range}&timezone=`, 'timezone', 'must be an IANA time zone'],
      ['from=2026-11-30&to=2026-11-01', 'to', 'must not be earlier than the start (from)'],
    ])('such as %j cause an error that names the parameter', async (query, path, message) => {
      const { status, body } = await request(query);
      expect([status, body.error?.code]).toEqual([400, 'VALIDATION_FAILED']);
      const issues = body.error?.details['issues'] as { path: string; message: string }[];
      expect(issues[0]).toMatchObject({ path, message: expect.stringContaining(message) });
    });
  });

  describe('another workspace', () => {
    test('does not appear in any report, for any dimension or metric', async () => {
      const other = (await makeKey(foreign)).token;
      const thirdWorkspace = await makeWorkspace(database);
      const marked = {
        workspace_id: thirdWorkspace.workspaceId,
        country: 'CH',
        tags: ['t'],
        status: 'hold',
        idx: 1,
      };
      await insertEventRows(traffic, [
        visit({ ...marked, events: 1, conversions: 1, revenue: '5', lp_clicks: 1 }),
      ]);
      const one = `filter=campaign=${campaign.id}`;
      // Six dimensions per report are enough, because a leaked row would appear with any dimension.
      for (let at = 0; at < publicDimensionIds.length; at += 6) {
        const dimensions = publicDimensionIds.slice(at, at + 6).join();
        const path = `/reports?${range}&dimensions=${dimensions}&${one},country=CH&metrics=${publicMetricIds.join()}`;
        const { status, body, raw } = await api.send({ token: other, method: 'GET', path });
        expect(status, raw).toBe(200);
        expect((body.data as Report).rows, dimensions).toEqual([]);
      }
    });
  });

  test('the panel API returns the same report as the public API', async () => {
    const session = await makeSession(context, 'viewer');
    const path = `/reports?${range}&dimensions=country,token2&metrics=visits,cost&filter=country=DE|FR,token2!=a%2Cb`;
    const panelResponse = await api.ask({ session, method: 'GET', path });
    const { body } = await api.send({ token, method: 'GET', path });
    const withoutFreshness = (data: unknown) => {
      const { rows, meta } = data as Report;
      return { rows, meta: { ...meta, freshness: '' } };
    };
    expect(panelResponse.status).toBe(200);
    expect(withoutFreshness(panelResponse.body.data)).toEqual(withoutFreshness(body.data));
    expect((panelResponse.body.data as Report).rows).toHaveLength(hostile.length);
  });

  test('counts by status are available in the panel API but not in the public API', async () => {
    const session = await makeSession(context, 'viewer');
    const queries = [
      'dimensions=status',
      'metrics=conversionsRejected',
      'filter=status=hold',
      'filter=approveRate>0',
    ];
    for (const query of queries) {
      const path = `/reports?${range}&${query}`;
      const rejected = await api.send({ token, method: 'GET', path });
      expect(rejected.status, rejected.raw).toBe(400);
      const [, known = ''] = (rejected.body.error?.message ?? '').split(/; (?:there are|must be one of) /);
      expect(known).not.toMatch(/status|approveRate|conversions[A-Z]/);
      expect((await api.ask({ session, method: 'GET', path })).status, query).toBe(200);
    }
    const path = `/reports?${range}&filter=status=paid`;
    const { body } = await api.ask({ session, method: 'GET', path });
    expect(body.error?.message).toContain('must be one of hold, approved, rejected, refunded');
  });

  describe('a report query in a request body', () => {
    let session: string;

    beforeAll(async () => {
      session = await makeSession(context, 'viewer');
    });

    const rowsOf = async (filters: object[], dimensions: string[] = []) => {
      const query = { from: '2026-11-01', to: '2026-11-30', metrics: ['visits'], dimensions, filters };
      const response = await api.ask({ session, method: 'POST', path: '/reports/query', body: query });
      if (response.status !== 200) throw new Error(response.raw);
      return (response.body.data as Report).rows;
    };

    test('matches text literally, ignoring case, and never as SQL', async () => {
      const find = async (op: string, values: string[]) =>
        await rowsOf([{ field: 'token2', op, values }], ['token2']);
      for (const value of hostile)
        expect(await find('startsWith', [swapCase(value)]), value).toEqual([{ token2: value, visits: 1 }]);
      expect(
        await find(
          'contains',
          hostile.map((value) => swapCase(value.slice(-3))),
        ),
      ).toHaveLength(10);
      for (const text of ['%', '_', '\\', '*']) {
        const found = (await find('contains', [text])).map(({ token2 }) => String(token2));
        expect(found.toSorted(), text).toEqual(hostile.filter((value) => value.includes(text)).toSorted());
      }
      const others = await rowsOf([
        { field: 'token2', op: 'notContains', values: hostile },
        { field: 'token3', op: 'isNot', values: ['labels'] },
      ]);
      expect(others).toEqual([{ visits: 4 }]);
    });

    test('accepts lists of ten thousand values and rejects bodies over the size limit', async () => {
      const ids = Array.from({ length: 9_999 }, () => newId());
      const words = Array.from({ length: 10_000 }, (_, at) => `${'w'.repeat(20)}${at}`);
      const filters = [
        { field: 'campaign', op: 'is', values: [...ids, campaign.id] },
        { field: 'token1', op: 'isNot', values: words },
        { field: 'token4', op: 'isNot', values: words },
        { field: 'country', op: 'is', values: ['DE'] },
        { field: 'token3', op: 'notContains', values: words.slice(0, 100) },
        { field: 'visits', op: 'gt', values: [1] },
      ];
      expect(await rowsOf(filters, ['country'])).toEqual([{ country: 'DE', visits: 2 }]);
      const body = { from: 'x'.repeat(2 * 1_024 * 1_024) };
      expect((await api.ask({ session, method: 'POST', path: '/reports/query', body })).status).toBe(413);
    });
  });

  test('answer 503 with Retry-After while the traffic store is down; other requests still work', async () => {
    const offline = await makeApiServer(database, directory, { traffic: openUnreachableTraffic(store) });
    const get = (path: string) =>
      offline.server.inject({ url: `/api/v1${path}`, headers: { authorization: `Bearer ${token}` } });
    const answer = await get(`/reports?${range}`);
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
    expect(answer.json()).toMatchObject({ error: { details: { reason: 'unavailable' } } });
    expect((await get('/campaigns')).statusCode).toBe(200);
    expect((await get(`/reports?${range}&limit=0`)).statusCode).toBe(400);
    await offline.server.close();
  });
});

test('a report that takes too long is answered with 503, advice and a long Retry-After', async () => {
  const { token } = await makeKey(await makeWorkspace(database));
  const readReport = () => Promise.reject(queryTimedOut(reportRequest, new Error('over')));
  const traffic = { ...openUnreachableTraffic(), readReport };
  const { server } = await makeApiServer(database, directory, { traffic });
  const url = '/api/v1/reports?from=2026-01-01&to=2026-01-02';
  const answer = await server.inject({ url, headers: { authorization: `Bearer ${token}` } });
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '600']);
  expect(answer.json()).toMatchObject({
    error: {
      code: 'SERVICE_UNAVAILABLE',
      message: expect.stringContaining('Request a shorter time range') as unknown,
      details: { reason: 'too-heavy' },
    },
  });
  await server.close();
});

describe('freshness', () => {
  let context: WorkspaceContext;
  beforeAll(async () => {
    context = await makeWorkspace(database);
  });

  const asEdge = () => ({ ...context, actor: { type: 'system', label: 'edge' } as const });
  const readFreshness = async () => await database.readAsSystem(readShippedUntil);

  test("is limited by an edge's unshipped rows, whether or not the edge is live, until its spool is taken over", async () => {
    // Older than any other unshipped row in the test suite's database.
    const until = new Date(Date.now() - 72_000_000);
    const spool = newId();
    const edge = { id: newId(), name: 'test', startedAt: new Date(), appliedSequence: '0' };
    await reportEdge(asEdge(), { ...edge, shipping: { spool, until } });
    expect(await readFreshness()).toEqual(until);
    await signOffEdge(asEdge(), edge.id, true);
    expect(await readFreshness()).toEqual(until);
    const later = new Date(Date.now() - 1_000);
    const next = { ...edge, id: newId(), shipping: { spool, until: later } };
    await reportEdge(asEdge(), next);
    expect((await readFreshness()).getTime()).toBeGreaterThan(until.getTime());
    await signOffEdge(asEdge(), next.id);
    await reportEdge(asEdge(), { ...edge, shipping: { spool, until } });
    await signOffEdge(asEdge(), edge.id, true);
    await signOffSpool(asEdge(), spool);
    expect((await readFreshness()).getTime()).toBeGreaterThan(until.getTime());
  });

  test('is limited by rows waiting in the outbox', async () => {
    const before = await database.asSystem(async (executor) => {
      await insertOutboxRows(executor, [{ workspaceId: context.workspaceId, timeMs: day, row: 'x' }]);
      await sql`UPDATE outbox SET created_at = now() - interval '1 hour' WHERE row = 'x'`.execute(executor);
      const until = [await readShippedUntil(executor)];
      await freezeOutbox(executor, 1_000);
      until.push(await readShippedUntil(executor));
      await sql`DELETE FROM outbox_batches WHERE lines LIKE '%x%'`.execute(executor);
      return until;
    });
    for (const until of before) expect(Date.now() - until.getTime()).toBeGreaterThan(3_599_000);
  });
});
