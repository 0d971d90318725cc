import type { EventTimeline, PostbackAttemptPage } from '@waypost/contract/events/event-timeline.ts';
import { personalEventFields } from '@waypost/contract/events/events.ts';
import type { BriefEventPage, PanelEventPage } from '@waypost/contract/events/panel-events.ts';
import type { VisitSearchResult } from '@waypost/contract/campaigns/search.ts';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { clickIdFinder } from '../../src/services/events-feed/click-id-finder.ts';
import { provideEventTools } from '../../src/start/event-tools.ts';
import { Database } from '../../src/store/database/database.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { insertPostbackJobs } from '../../src/store/postbacks/postback-jobs.ts';
import { makePostbackJob } from '../../src/testing/attribution/postback-jobs.ts';
import { readVisitCells } from '../../src/domain/traffic/visit-cells.ts';
import { makeApiServer, testSecrets, type ApiServer } from '../../src/testing/http/api-server.ts';
import { describeLightStores } from '../../src/testing/light-stores.ts';
import { makeDataDirectory } from '../../src/testing/product/prepared-directory.ts';
import { removeDataDirectory } from '../../src/testing/product/product.ts';
import { insertEventRows, type EventCells } from '../../src/testing/traffic/insert-event-rows.ts';
import { openTestTraffic } from '../../src/testing/traffic/traffic.ts';
import { makeCampaign, makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { makeSession } from '../../src/testing/workspaces/sessions.ts';

const noon = Date.UTC(2026, 9, 16, 12);
const day = 'from=2026-10-01&to=2026-10-31';
// A time in the next month, so that the rows of a visit fall into several partitions.
const later = noon + 20 * 86_400_000;

let database: Database;
const directory = makeDataDirectory();

beforeAll(() => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 4 });
});

afterAll(async () => {
  await database.close();
  removeDataDirectory(directory);
});

describeLightStores('panel events with traffic in %s', (store) => {
  let api: ApiServer;
  let own: Awaited<ReturnType<typeof insertVisit>>;
  let foreign: typeof own;

  async function insertVisit() {
    const traffic = openTestTraffic(store);
    const context = await makeWorkspace(database);
    const { workspaceId } = context;
    const { id: campaignId } = await makeCampaign(context);
    const [visitId, otherId] = [newId(noon), newId(noon)];
    const [clickRow, goal, refund, attempt, retry] = [
      newId(noon + 1_000),
      newId(noon + 2_000),
      newId(later),
      newId(noon + 3_000),
      newId(noon + 4_000),
    ];
    const row = (cells: EventCells): EventCells => ({
      workspace_id: workspaceId,
      campaign_id: campaignId,
      visit_id: visitId,
      visit_time: noon,
      external_id: 'EXT-1',
      ...cells,
    });
    const postback = { type: 'postback', idx: 1, event_id: goal, url: 'https://a.example/?x' };
    await insertEventRows(traffic, [
      row({ type: 'visit', id: visitId, time: noon, visits: 1 }),
      row({ type: 'visit', id: otherId, visit_id: otherId, time: noon, visits: 1, external_id: 'EXT-2' }),
      row({ type: 'lpclick', id: clickRow, time: noon + 1_000, lp_clicks: 1 }),
      row({ type: 'event', id: goal, time: noon + 2_000, idx: 1, transaction_id: 'T-7', status: 'approved' }),
      row({ ...postback, id: attempt, time: noon + 3_000, attempt: 1, response_status: 500 }),
      row({ ...postback, id: retry, time: noon + 4_000, attempt: 2, response_status: 200 }),
      row({ type: 'event', id: refund, time: later, idx: 1, transaction_id: 'T-7', status: 'refunded' }),
    ]);
    const visit = readVisitCells({
      workspace_id: workspaceId,
      campaign_id: campaignId,
      visit_time: String(noon / 1_000),
      visit_id: visitId,
    });
    const job = makePostbackJob({
      workspaceId,
      campaignId,
      url: 'https://a.example/?x',
      eventId: goal,
      visit,
    });
    await database.asSystem((executor) => insertPostbackJobs(executor, [job]));
    const logger = createLogger({ role: 'test', level: 'silent', format: 'text' });
    const tools = provideEventTools(traffic, testSecrets, logger);
    const clickIdOf = await clickIdFinder({ ...context, ...tools })([{ campaignId }]);
    const session = await makeSession(context, 'member');
    const ids = { visitId, otherId, clickRow, goal, refund, attempt, retry };
    await traffic.close();
    return {
      ...ids,
      context,
      workspaceId,
      clickId: clickIdOf({ visitId, campaignId }),
      job,
      session,
      campaignId,
    };
  }

  beforeAll(async () => {
    api = await makeApiServer(database, directory, { traffic: openTestTraffic(store) });
    [own, foreign] = [await insertVisit(), await insertVisit()];
  });

  afterAll(() => api.server.close());

  async function get<Data>(path: string, session = own.session): Promise<{ status: number; data: Data }> {
    const { status, body } = await api.ask({ session, method: 'GET', path });
    return { status, data: body.data as Data };
  }

  const find = async (query: string) =>
    (await get<PanelEventPage>(`/events?${query}`)).data.items.map(({ id }) => id).toSorted();

  test('are found by click ID, event ID, transaction ID and external click ID', async () => {
    const all = [own.visitId, own.clickRow, own.goal, own.attempt, own.retry, own.refund];
    expect(await find(`clickId=${own.clickId}`)).toEqual(all.toSorted());
    expect(await find(`clickId=${own.clickId}&type=event`)).toEqual([own.goal, own.refund].toSorted());
    expect(await find(`clickId=${own.clickId}&${day}&type=event`)).toEqual([own.goal]);
    expect(await find(`eventId=${own.goal}`)).toEqual([own.goal]);
    expect(await find(`eventId=${own.goal}&type=visit`)).toEqual([]);
    expect(await find(`transactionId=T-7&${day}`)).toEqual([own.goal]);
    expect(await find(`transactionId=T-8&${day}`)).toEqual([]);
    expect(await find(`externalId=EXT-2&${day}`)).toEqual([own.otherId]);
  });

  test('include visits found by external click ID or transaction ID, within the workspace only', async () => {
    const traffic = openTestTraffic(store);
    const now = Date.now() - 60_000;
    const ids = [newId(now), newId(now)] as const;
    const common = { visit_time: now, time: now, visits: 1, external_id: 'SRC-77' };
    const [mine, theirs] = [own, foreign].map(({ workspaceId, campaignId }, at) => ({
      workspace_id: workspaceId,
      campaign_id: campaignId,
      visit_id: ids[at] ?? '',
    }));
    await insertEventRows(traffic, [
      { ...mine, ...common, type: 'visit', id: ids[0] },
      { ...mine, ...common, type: 'event', id: newId(now), idx: 1, transaction_id: 'TX-77', visits: 0 },
      { ...mine, ...common, type: 'event', id: newId(now), idx: 1, transaction_id: 'TX-77', visits: 0 },
      { ...theirs, ...common, type: 'visit', id: ids[1], external_id: 'SRC-88' },
      { ...theirs, ...common, type: 'event', id: newId(now), idx: 1, transaction_id: 'TX-88', visits: 0 },
    ]);
    await traffic.close();
    const search = async (q: string, session = own.session) =>
      (await get<VisitSearchResult>(`/search/visits?q=${q}`, session)).data;
    const [hit] = (await search('SRC-77')).items;
    expect(hit).toMatchObject({ campaign: 'Campaign', match: 'externalId' });
    expect(await search('TX-77')).toEqual({ items: [{ ...hit, match: 'transactionId' }], isComplete: true });
    for (const q of ['SRC-88', 'TX-88', 'SRC-7', 'nothing'])
      expect(await search(q)).toEqual({ items: [], isComplete: true });

    // A viewer neither sees external click IDs nor can find out which external click IDs exist.
    const viewer = await makeSession(own.context, 'viewer');
    expect(await search('SRC-77', viewer)).toEqual(await search('nothing', viewer));
    expect((await search('TX-77', viewer)).items).toHaveLength(1);
  });

  test('have the same values in the brief list as in the full list, on all pages and for each role', async () => {
    const viewer = await makeSession(own.context, 'viewer');
    for (const session of [own.session, viewer]) {
      const full = await get<PanelEventPage>(`/events?${day}`, session);
      expect(full.data.items).toHaveLength(6);
      const brief: BriefEventPage['items'] = [];
      let cursor = '';
      do {
        const { data } = await get<BriefEventPage>(`/events/brief?${day}&limit=4${cursor}`, session);
        brief.push(...data.items);
        cursor = data.meta.nextCursor === null ? '' : `&cursor=${data.meta.nextCursor}`;
      } while (cursor !== '');
      expect(full.data.items).toMatchObject(brief);
      expect(brief[0]).toMatchObject({ status: 200, attempt: 2, labels: { campaign: 'Campaign' } });
      expect(personalEventFields.filter((name) => brief.some((event) => name in event))).toEqual([]);
    }
    const foreignEvents = await get<BriefEventPage>(`/events/brief?${day}&clickId=${foreign.clickId}`);
    expect(foreignEvents.data.items).toEqual([]);
    expect((await get('/events/brief')).status).toBe(400);
  });

  test('are paged in search results', async () => {
    const found: string[] = [];
    let cursor = '';
    for (let pages = 0; pages < 10; pages += 1) {
      const path = `/events?clickId=${own.clickId}&limit=2${cursor}`;
      const { data } = await get<PanelEventPage>(path);
      found.push(...data.items.map(({ id }) => id));
      if (data.meta.nextCursor === null) break;
      cursor = `&cursor=${data.meta.nextCursor}`;
    }
    expect(found).toEqual([own.refund, own.retry, own.attempt, own.goal, own.clickRow, own.visitId]);
  });

  test('are not found in another workspace, and a search without a click ID or event ID requires a time range', async () => {
    expect(await find(`clickId=${foreign.clickId}`)).toEqual([]);
    expect(await find(`clickId=nonsense`)).toEqual([]);
    expect(await find(`eventId=${foreign.goal}`)).toEqual([]);
    expect((await get(`/events?transactionId=T-7`)).status).toBe(400);
    for (const id of [foreign.clickId, foreign.goal, foreign.visitId, newId(), 'nonsense'])
      expect((await get(`/events/${id}`)).status).toBe(404);
    expect((await get(`/postbacks/${foreign.job.id}/attempts`)).status).toBe(404);
  });

  test("form the same visit timeline for each of the visit's IDs", async () => {
    const { data: timeline } = await get<EventTimeline>(`/events/${own.clickId}`);
    expect(timeline).toMatchObject({ visitId: own.visitId, clickId: own.clickId, isComplete: true });
    expect(timeline.visit?.id).toBe(own.visitId);
    expect(timeline.clicks.map(({ id }) => id)).toEqual([own.clickRow]);
    expect(timeline.conversions.map(({ id, status }) => [id, status])).toEqual([
      [own.goal, 'approved'],
      [own.refund, 'refunded'],
    ]);
    expect(timeline.postbacks).toMatchObject([
      { eventId: own.goal, attempts: [{ id: own.attempt }, { id: own.retry }] },
    ]);
    for (const id of [own.visitId, own.refund, own.retry])
      expect((await get<EventTimeline>(`/events/${id}`)).data).toEqual(timeline);
  });

  test('form an incomplete timeline if a visit has more than 2,000 of them', async () => {
    const traffic = openTestTraffic(store);
    const { workspaceId, campaignId } = own;
    const visitId = newId(noon);
    const row = { workspace_id: workspaceId, campaign_id: campaignId, visit_id: visitId, visit_time: noon };
    const addClicks = (count: number) =>
      insertEventRows(
        traffic,
        Array.from(
          { length: count },
          () => ({ ...row, type: 'lpclick', id: newId(later), time: later }) as const,
        ),
      );
    const countRead = async () => {
      const { data } = await get<EventTimeline>(`/events/${visitId}`);
      return [data.clicks.length, data.isComplete];
    };
    await insertEventRows(traffic, [{ ...row, type: 'visit', id: visitId, time: noon, visits: 1 }]);
    await addClicks(1_999);
    expect(await countRead()).toEqual([1_999, true]);
    await addClicks(1);
    expect(await countRead()).toEqual([1_999, false]);
    await traffic.close();
  });

  test('without a visit form a timeline of their own, without a click ID', async () => {
    const traffic = openTestTraffic(store);
    const time = noon - 10 * 24 * 3_600_000;
    const id = newId(time);
    const { workspaceId, campaignId } = own;
    await insertEventRows(traffic, [
      { type: 'event', workspace_id: workspaceId, campaign_id: campaignId, id, time, idx: 1 },
    ]);
    await traffic.close();
    const { data: timeline } = await get<EventTimeline>(`/events/${id}`);
    expect(timeline).toMatchObject({ visitId: null, clickId: null, visit: null, conversions: [{ id }] });
  });

  test("include record names and use the workspace's time zone or the requested one", async () => {
    const { data: page } = await get<PanelEventPage>(`/events?eventId=${own.goal}`);
    expect(page.meta).toEqual({ limit: 50, count: 1, total: null, nextCursor: null });
    const named = { campaign: 'Campaign', offer: null };
    // Berlin is two hours ahead of UTC in October and one hour ahead in November.
    const goal = { time: '2026-10-16T14:00:02.000+02:00', visitTime: '2026-10-16T14:00:00.000+02:00' };
    expect(page.items).toMatchObject([{ id: own.goal, ...goal, labels: named }]);
    const { data: timeline } = await get<EventTimeline>(`/events/${own.goal}`);
    expect(timeline.conversions).toMatchObject([
      { ...goal, labels: named },
      { time: '2026-11-05T13:00:00.000+01:00', labels: named },
    ]);
    const { data: attempts } = await get<PostbackAttemptPage>(`/postbacks/${own.job.id}/attempts`);
    expect(attempts.items[0]).toMatchObject({ time: '2026-10-16T14:00:03.000+02:00', labels: named });
    const elsewhere = await get<PanelEventPage>(`/events?eventId=${own.goal}&timezone=Asia/Kolkata`);
    expect(elsewhere.data.items[0]?.time).toBe('2026-10-16T17:30:02.000+05:30');
    // Times without a time zone are also in the workspace's time zone.
    const minute = 'from=2026-10-16 14:00&to=2026-10-16 14:00';
    expect(await find(`${minute}&type=event`)).toEqual([own.goal]);
  });

  test('of a postback are listed as attempts, oldest first', async () => {
    const { data } = await get<PostbackAttemptPage>(`/postbacks/${own.job.id}/attempts`);
    expect(data.items.map(({ id, status }) => [id, status])).toEqual([
      [own.attempt, 500],
      [own.retry, 200],
    ]);
    expect(data.meta).toEqual({ limit: 50, count: 2, total: 2, nextCursor: null });
  });
});
