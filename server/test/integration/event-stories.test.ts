/** Finding events by what they are called, and everything that there is of one visit. */
import type { EventTimeline, PostbackAttemptPage } from '@waypost/contract/event-timeline.ts';
import { personalEventFields } from '@waypost/contract/events.ts';
import type { BriefEventPage, PanelEventPage } from '@waypost/contract/panel-events.ts';
import type { VisitSearchResult } from '@waypost/contract/search.ts';
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
// In the next month, so that what belongs to a visit is looked for in several parts of traffic.
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

describeLightStores('with traffic in %s', (store) => {
  let api: ApiServer;
  let made: Awaited<ReturnType<typeof fill>>;
  let foreign: typeof made;

  async function fill() {
    const traffic = openTestTraffic(store);
    const context = await makeWorkspace(database);
    const { workspaceId } = context;
    const { id: campaignId } = await makeCampaign(context);
    const [visitId, otherId] = [newId(noon), newId(noon)];
    const [clickRow, goal, refund, attempt, second] = [
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
      row({ ...postback, id: second, time: noon + 4_000, attempt: 2, response_status: 200 }),
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
    const ids = { visitId, otherId, clickRow, goal, refund, attempt, second };
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
    [made, foreign] = [await fill(), await fill()];
  });

  afterAll(() => api.server.close());

  async function ask<Data>(path: string, session = made.session): Promise<{ status: number; data: Data }> {
    const { status, body } = await api.ask({ session, method: 'GET', path });
    return { status, data: body.data as Data };
  }

  const find = async (query: string) =>
    (await ask<PanelEventPage>(`/events?${query}`)).data.items.map(({ id }) => id).toSorted();

  test('events are found by click id, event id, transaction id and external id', async () => {
    const all = [made.visitId, made.clickRow, made.goal, made.attempt, made.second, made.refund];
    expect(await find(`clickId=${made.clickId}`)).toEqual(all.toSorted());
    expect(await find(`clickId=${made.clickId}&type=event`)).toEqual([made.goal, made.refund].toSorted());
    expect(await find(`clickId=${made.clickId}&${day}&type=event`)).toEqual([made.goal]);
    expect(await find(`eventId=${made.goal}`)).toEqual([made.goal]);
    expect(await find(`eventId=${made.goal}&type=visit`)).toEqual([]);
    expect(await find(`transactionId=T-7&${day}`)).toEqual([made.goal]);
    expect(await find(`transactionId=T-8&${day}`)).toEqual([]);
    expect(await find(`externalId=EXT-2&${day}`)).toEqual([made.otherId]);
  });

  test('visits of the workspace are found by the click id of their source and by a transaction id', async () => {
    const traffic = openTestTraffic(store);
    const now = Date.now() - 60_000;
    const ids = [newId(now), newId(now)] as const;
    const place = { visit_time: now, time: now, visits: 1, external_id: 'SRC-77' };
    const [mine, theirs] = [made, foreign].map(({ workspaceId, campaignId }, at) => ({
      workspace_id: workspaceId,
      campaign_id: campaignId,
      visit_id: ids[at] ?? '',
    }));
    await insertEventRows(traffic, [
      { ...mine, ...place, type: 'visit', id: ids[0] },
      { ...mine, ...place, type: 'event', id: newId(now), idx: 1, transaction_id: 'TX-77', visits: 0 },
      { ...mine, ...place, type: 'event', id: newId(now), idx: 1, transaction_id: 'TX-77', visits: 0 },
      { ...theirs, ...place, type: 'visit', id: ids[1], external_id: 'SRC-88' },
      { ...theirs, ...place, type: 'event', id: newId(now), idx: 1, transaction_id: 'TX-88', visits: 0 },
    ]);
    await traffic.close();
    const search = async (q: string, session = made.session) =>
      (await ask<VisitSearchResult>(`/search/visits?q=${q}`, session)).data;
    const [hit] = (await search('SRC-77')).items;
    expect(hit).toMatchObject({ campaign: 'Campaign', match: 'externalId' });
    expect(await search('TX-77')).toEqual({ items: [{ ...hit, match: 'transactionId' }], isComplete: true });
    for (const q of ['SRC-88', 'TX-88', 'SRC-7', 'nothing'])
      expect(await search(q)).toEqual({ items: [], isComplete: true });

    // A viewer does not see the click ids of sources, and cannot find out which there are.
    const viewer = await makeSession(made.context, 'viewer');
    expect(await search('SRC-77', viewer)).toEqual(await search('nothing', viewer));
    expect((await search('TX-77', viewer)).items).toHaveLength(1);
  });

  test('events are listed briefly as they are in full, page by page, for whoever may see them', async () => {
    const viewer = await makeSession(made.context, 'viewer');
    for (const session of [made.session, viewer]) {
      const whole = await ask<PanelEventPage>(`/events?${day}`, session);
      expect(whole.data.items).toHaveLength(6);
      const brief: BriefEventPage['items'] = [];
      let cursor = '';
      do {
        const { data } = await ask<BriefEventPage>(`/events/brief?${day}&limit=4${cursor}`, session);
        brief.push(...data.items);
        cursor = data.meta.nextCursor === null ? '' : `&cursor=${data.meta.nextCursor}`;
      } while (cursor !== '');
      expect(whole.data.items).toMatchObject(brief);
      expect(brief[0]).toMatchObject({ status: 200, attempt: 2, labels: { campaign: 'Campaign' } });
      expect(personalEventFields.filter((name) => brief.some((event) => name in event))).toEqual([]);
    }
    const others = await ask<BriefEventPage>(`/events/brief?${day}&clickId=${foreign.clickId}`);
    expect(others.data.items).toEqual([]);
    expect((await ask('/events/brief')).status).toBe(400);
  });

  test('pages of a search follow each other', async () => {
    const found: string[] = [];
    let cursor = '';
    for (let pages = 0; pages < 10; pages += 1) {
      const path = `/events?clickId=${made.clickId}&limit=2${cursor}`;
      const { data } = await ask<PanelEventPage>(path);
      found.push(...data.items.map(({ id }) => id));
      if (data.meta.nextCursor === null) break;
      cursor = `&cursor=${data.meta.nextCursor}`;
    }
    expect(found).toEqual([made.refund, made.second, made.attempt, made.goal, made.clickRow, made.visitId]);
  });

  test('what another workspace has is not found, and without a name a range is needed', async () => {
    expect(await find(`clickId=${foreign.clickId}`)).toEqual([]);
    expect(await find(`clickId=nonsense`)).toEqual([]);
    expect(await find(`eventId=${foreign.goal}`)).toEqual([]);
    expect((await ask(`/events?transactionId=T-7`)).status).toBe(400);
    for (const id of [foreign.clickId, foreign.goal, foreign.visitId, newId(), 'nonsense'])
      expect((await ask(`/events/${id}`)).status).toBe(404);
    expect((await ask(`/postbacks/${foreign.job.id}/attempts`)).status).toBe(404);
  });

  test('the story of a visit is the same, whatever of it is asked for', async () => {
    const { data: story } = await ask<EventTimeline>(`/events/${made.clickId}`);
    expect(story).toMatchObject({ visitId: made.visitId, clickId: made.clickId, isComplete: true });
    expect(story.visit?.id).toBe(made.visitId);
    expect(story.clicks.map(({ id }) => id)).toEqual([made.clickRow]);
    expect(story.conversions.map(({ id, status }) => [id, status])).toEqual([
      [made.goal, 'approved'],
      [made.refund, 'refunded'],
    ]);
    expect(story.postbacks).toMatchObject([
      { eventId: made.goal, attempts: [{ id: made.attempt }, { id: made.second }] },
    ]);
    for (const id of [made.visitId, made.refund, made.second])
      expect((await ask<EventTimeline>(`/events/${id}`)).data).toEqual(story);
  });

  test('events say what their records are called, in the clocks of the workspace or in those asked for', async () => {
    const { data: page } = await ask<PanelEventPage>(`/events?eventId=${made.goal}`);
    expect(page.meta).toEqual({ limit: 50, count: 1, total: null, nextCursor: null });
    const named = { campaign: 'Campaign', offer: null };
    // Berlin is two hours ahead in October, and one in November.
    const goal = { time: '2026-10-16T14:00:02.000+02:00', visitTime: '2026-10-16T14:00:00.000+02:00' };
    expect(page.items).toMatchObject([{ id: made.goal, ...goal, labels: named }]);
    const { data: story } = await ask<EventTimeline>(`/events/${made.goal}`);
    expect(story.conversions).toMatchObject([
      { ...goal, labels: named },
      { time: '2026-11-05T13:00:00.000+01:00', labels: named },
    ]);
    const { data: attempts } = await ask<PostbackAttemptPage>(`/postbacks/${made.job.id}/attempts`);
    expect(attempts.items[0]).toMatchObject({ time: '2026-10-16T14:00:03.000+02:00', labels: named });
    const elsewhere = await ask<PanelEventPage>(`/events?eventId=${made.goal}&timezone=Asia/Kolkata`);
    expect(elsewhere.data.items[0]?.time).toBe('2026-10-16T17:30:02.000+05:30');
    // So is a range without a zone.
    const night = 'from=2026-10-16 14:00&to=2026-10-16 14:00';
    expect(await find(`${night}&type=event`)).toEqual([made.goal]);
  });

  test('the attempts of a postback are listed, oldest first', async () => {
    const { data } = await ask<PostbackAttemptPage>(`/postbacks/${made.job.id}/attempts`);
    expect(data.items.map(({ id, status }) => [id, status])).toEqual([
      [made.attempt, 500],
      [made.second, 200],
    ]);
    expect(data.meta).toEqual({ limit: 50, count: 2, total: 2, nextCursor: null });
  });
});
