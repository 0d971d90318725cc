import { panelForm } from '@waypost/contract/reports/report-forms.ts';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { listAffiliateNetworks } from '../../src/services/affiliate-networks/affiliate-networks.ts';
import { listCampaignPage } from '../../src/services/campaigns/campaigns.ts';
import type { WorkspaceContext } from '../../src/services/context.ts';
import type { WithTraffic } from '../../src/services/tools.ts';
import { listLandingPage } from '../../src/services/landings/landings.ts';
import { createOffer } from '../../src/services/offers/create-offer.ts';
import { listOffers } from '../../src/services/offers/offers.ts';
import { getReport } from '../../src/services/reports/get-report.ts';
import { listRotatorPage } from '../../src/services/rotators/rotators.ts';
import { listTrafficSources } from '../../src/services/traffic-sources/traffic-sources.ts';
import { Database } from '../../src/store/database/database.ts';
import { describeLightStores } from '../../src/testing/light-stores.ts';
import { insertEventRows } from '../../src/testing/traffic/insert-event-rows.ts';
import { openUnreachableTraffic, openTestTraffic } from '../../src/testing/traffic/traffic.ts';
import { makeCampaign, makeWorkspace } from '../../src/testing/workspaces/factories.ts';

let database: Database;

beforeAll(() => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 4 });
});

afterAll(async () => {
  await database.close();
});

const dayMs = Date.parse('2026-11-10T12:00:00Z');
const range = { from: '2026-11-10', to: '2026-11-10', timezone: 'UTC' };
const metrics = 'visits,lpclicks,uniqueLpclicks,cost,revenue,profit,roi';

const lists = {
  campaign: listCampaignPage,
  trafficSource: listTrafficSources,
  rotator: listRotatorPage,
  offer: listOffers,
  landing: listLandingPage,
  affiliateNetwork: listAffiliateNetworks,
};

describeLightStores('list metrics with traffic in %s', (store) => {
  let context: WorkspaceContext & WithTraffic;
  let withoutTraffic: string;
  let withMostVisits: string;
  let withHighestCost: string;

  beforeAll(async () => {
    const traffic = openTestTraffic(store);
    context = { ...(await makeWorkspace(database)), traffic };
    const [one, other, third] = [
      await makeCampaign(context),
      await makeCampaign(context),
      await makeCampaign(context),
    ];
    [withMostVisits, withHighestCost, withoutTraffic] = [one.id, other.id, third.id];
    const page = { name: 'Offer', url: 'https://a.example/' };
    const [first, second] = [await createOffer(context, page), await createOffer(context, page)];
    const rows = [one, one, one, other].map((campaign, index) => {
      const id = newId();
      const shared = {
        workspace_id: context.workspaceId,
        campaign_id: campaign.id,
        traffic_source_id: campaign.trafficSourceId,
        rotator_id: campaign.rotatorId,
        offer_id: first.id,
        visit_id: id,
        time: dayMs + index,
      };
      const visit = { ...shared, type: 'visit', id, visits: 1, cost: campaign === other ? '9.5' : '0.1' };
      // The same visit leads to both offers.
      const clicks = [first, second].map((offer) => ({
        ...shared,
        type: 'lpclick',
        id: newId(),
        offer_id: offer.id,
        lpclicks: 1,
      }));
      return [visit, ...clicks];
    });
    const id = newId();
    const earlier = {
      type: 'visit',
      workspace_id: context.workspaceId,
      campaign_id: withoutTraffic,
      id,
      visit_id: id,
      visits: 1,
    };
    await insertEventRows(traffic, [...rows.flat(), { ...earlier, time: dayMs - 86_400_000 }]);
  });

  test.each(Object.keys(lists) as (keyof typeof lists)[])(
    'match those in a report by %s',
    async (dimension) => {
      const { items, meta } = await lists[dimension](context, { ...range, metrics });
      const query = { ...range, metrics, dimensions: dimension };
      const { rows } = await getReport(context, query, { form: panelForm });
      const expected = new Map(rows.map(({ [dimension]: id, ...values }) => [id, values]));
      expect(items.length).toBe(meta.total);
      for (const item of items)
        expect(item.metrics).toEqual(
          expected.get(item.id) ?? {
            visits: 0,
            lpclicks: 0,
            uniqueLpclicks: 0,
            cost: 0,
            revenue: 0,
            profit: 0,
            roi: null,
          },
        );
      const ids = items.map(({ id }) => id);
      const filter = ids.length === 0 ? [] : [`${dimension}=${ids.join('|')}`];
      const report = await getReport(
        context,
        { ...range, metrics, filter, totals: '1' },
        { form: panelForm },
      );
      if (ids.length > 0) expect(meta.totals).toEqual(report.rows[0]);
      else expect(meta.totals).toMatchObject({ visits: 0, roi: null });
    },
  );

  test('sort the list across pages, including records without traffic', async () => {
    const walk = async (sort: string) => {
      const found: string[] = [];
      let cursor: string | null = null;
      do {
        const query: object = { ...range, metrics, sort, limit: '1', ...(cursor === null ? {} : { cursor }) };
        const page: Awaited<ReturnType<typeof listCampaignPage>> = await listCampaignPage(context, query);
        expect(page.meta.total).toBe(3);
        found.push(...page.items.map(({ id }) => id));
        cursor = page.meta.nextCursor;
      } while (cursor !== null);
      return found;
    };
    expect(await walk('-visits')).toEqual([withMostVisits, withHighestCost, withoutTraffic]);
    expect(await walk('cost')).toEqual([withoutTraffic, withMostVisits, withHighestCost]);
    expect(await walk('-profit')).toEqual([withoutTraffic, withMostVisits, withHighestCost]);
    // ROI has no value if the cost is zero, and missing values sort last in both directions.
    expect((await walk('roi')).at(-1)).toBe(withoutTraffic);
    expect((await walk('-roi')).at(-1)).toBe(withoutTraffic);
    expect(await walk('-createdAt')).toEqual([withoutTraffic, withHighestCost, withMostVisits]);
  });

  test('include the previous period when a comparison is requested', async () => {
    const query = { ...range, metrics: 'visits', compare: 'previous', ids: withoutTraffic };
    const { items, meta } = await listCampaignPage(context, query);
    expect(items).toMatchObject([{ metrics: { visits: 0 }, previousMetrics: { visits: 1 } }]);
    expect(meta).toMatchObject({ totals: { visits: 0 }, previousTotals: { visits: 1 } });
    // The visit in the previous period has no rotator, so the totals of rotators exclude it.
    const rotators = await listRotatorPage(context, { ...range, metrics: 'visits', compare: 'previous' });
    expect(rotators.meta).toMatchObject({ totals: { visits: 4 }, previousTotals: { visits: 0 } });
  });

  test("use the workspace's time zone when none is given", async () => {
    const { timezone: _, ...local } = range;
    const visits = async (day: string) =>
      (await listCampaignPage(context, { metrics: 'visits', from: `${day} 13:00`, to: `${day} 13:00` })).meta
        .totals;
    expect(await visits('2026-11-10')).toEqual({ visits: 4 });
    expect((await listCampaignPage(context, { ...local, metrics: 'visits' })).meta.totals).toEqual({
      visits: 4,
    });
  });

  test.each([
    [{ metrics: 'visits' }, 'from'],
    [{ from: '2026-11-10' }, 'from'],
    [{ compare: 'previous' }, 'compare'],
    [{ ...range, metrics: 'visits', sort: '-profit' }, 'sort'],
    [{ sort: '-profit' }, 'sort'],
    [{ ...range, metrics: 'nonsense' }, 'metrics'],
    [{ ...range, metrics: 'visits', to: '2026-11-09' }, 'to'],
  ])('are rejected for the query %j', async (query, path) => {
    await expect(listCampaignPage(context, query)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: { issues: expect.arrayContaining([expect.objectContaining({ path })]) },
    });
  });

  test('fail with SERVICE_UNAVAILABLE while the traffic store is down; lists without metrics still work', async () => {
    const offline = { ...context, traffic: openUnreachableTraffic(store) };
    expect((await listCampaignPage(offline, {})).items).toHaveLength(3);
    await expect(listCampaignPage(offline, { ...range, metrics: 'visits' })).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
  });
});
