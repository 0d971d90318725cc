import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { searchTokens } from '../../src/services/search/search-tokens.ts';
import { updateTrafficSource } from '../../src/services/traffic-sources/traffic-sources.ts';
import { Database } from '../../src/store/database/database.ts';
import { testStores } from '../../src/testing/machine.ts';
import { insertEventRows, type EventCells } from '../../src/testing/traffic/insert-event-rows.ts';
import { openTestTraffic } from '../../src/testing/traffic/traffic.ts';
import { makeCampaign, makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import type { TrafficStore } from '../../src/traffic/traffic-store.ts';

const noon = Date.UTC(2026, 10, 16, 12);
const dayMs = 86_400_000;
const hourMs = 3_600_000;

let database: Database;

beforeAll(() => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 4 });
});

afterAll(() => database.close());

describe.each(testStores)('searching token values with traffic in %s', (store) => {
  let traffic: TrafficStore;

  beforeAll(() => {
    traffic = openTestTraffic(store);
  });

  afterAll(() => traffic.close());

  async function makeSearched() {
    const context = { ...(await makeWorkspace(database)), traffic, now: () => new Date(noon) };
    const { id, trafficSourceId } = await makeCampaign(context, { name: 'Push' });
    await updateTrafficSource(context, trafficSourceId, {
      tokens: [{ index: 2, param: 'zone', name: 'Zone' }],
    });
    const visit = (time: number, cells: EventCells = {}): EventCells => ({
      workspace_id: context.workspaceId,
      campaign_id: id,
      traffic_source_id: trafficSourceId,
      type: 'visit',
      id: newId(),
      visit_id: newId(),
      visits: 1,
      time,
      ...cells,
    });
    const campaign = { id, name: 'Push' };
    return { context, visit, campaign, trafficSource: { id: trafficSourceId, name: 'Source' } };
  }

  test('finds each token with the value by campaign, with its name and its visits of the last 7 days', async () => {
    const { context, visit, campaign, trafficSource } = await makeSearched();
    await insertEventRows(traffic, [
      visit(noon - hourMs, { token2: '1017' }),
      visit(noon - 2 * dayMs, { token2: '1017' }),
      visit(noon - 6 * dayMs, { token2: '1017', token9: '1017' }),
      visit(noon - 8 * dayMs, { token2: '1017' }),
      visit(noon - hourMs, { token2: '10171' }),
      visit(noon - hourMs, { token2: '1017', tags: ['waypost-test'] }),
    ]);
    const { items, isComplete } = await searchTokens(context, { q: ' 1017 ' });
    const shared = { campaign, trafficSource };
    expect(items.slice(0, 2)).toMatchObject([
      { token: 2, name: 'Zone', ...shared, visits: 3, lastVisitAt: new Date(noon - hourMs).toISOString() },
      { token: 9, name: null, ...shared, visits: 1 },
    ]);
    expect([items.length, isComplete]).toEqual([2, true]);
    expect((await searchTokens(context, { q: '101' })).items).toEqual([]);
  });

  test('finds no values of another workspace', async () => {
    const { visit } = await makeSearched();
    const other = await makeSearched();
    await insertEventRows(traffic, [visit(noon - hourMs, { token1: 'secret-zone' })]);
    expect((await searchTokens(other.context, { q: 'secret-zone' })).items).toEqual([]);
  });
});

test('a search that runs out of time returns what it found in the newest visits', async () => {
  const context = await makeWorkspace(database);
  const { id, trafficSourceId } = await makeCampaign(context);
  let calls = 0;
  const slow = {
    findTokenValues: async ({ signal }: { signal?: AbortSignal }) => {
      calls += 1;
      if (calls === 1) return [{ token: 1, campaignId: id, trafficSourceId, visits: 3, lastMs: noon }];
      return await new Promise<never>((_, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('aborted')));
      });
    },
  } as unknown as TrafficStore;
  const result = await searchTokens({ ...context, traffic: slow }, { q: 'zone' }, { msMax: 50 });
  expect(result).toMatchObject({ items: [{ token: 1, visits: 3 }], isComplete: false });
});
