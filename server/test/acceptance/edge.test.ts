import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWaypostClient, type WaypostClient } from '../../../client/waypost-client.ts';
import { eventTypes, type EventColumn, type EventType } from '../../src/domain/traffic/columns.ts';
import { pollUntil } from '../../src/testing/poll-until.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { readTrafficAddress } from '../../src/testing/product/product-traffic.ts';
import { removeDataDirectory, startProduct, type Product } from '../../src/testing/product/product.ts';
import {
  importFiles,
  trackWorkspace,
  type TrackedWorkspace,
} from '../../src/testing/product/tracked-workspace.ts';
import { readRecordedRows, type RecordedRow } from '../../src/testing/traffic/recorded-rows.ts';

let product: Product;
let tracked: TrackedWorkspace;
let client: WaypostClient;

beforeAll(async () => {
  product = await startProduct();
  tracked = await trackWorkspace(product);
  client = createWaypostClient({
    baseUrl: `${product.urls.panel}/api/v1`,
    token: tracked.token,
  });
});

afterAll(async () => {
  await product.stop();
  removeDataDirectory(product.dataDirectory);
});

const browser = {
  'user-agent':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  accept: 'text/html',
  'accept-language': 'fr-FR',
  referer: 'https://news.example/story',
};

async function visitPath(path: string): Promise<Response> {
  return await fetch(`${product.urls.edge}${path}`, { redirect: 'manual', headers: browser });
}

/** Compares rows by time. A visit comes before other rows with the same time. */
function byTime(one: RecordedRow, other: RecordedRow): number {
  const rank = ({ type }: RecordedRow) => eventTypes.indexOf(type as EventType);
  return Number(one.time) - Number(other.time) || rank(one) - rank(other);
}

/** Waits until a visit has at least `wanted` rows, and returns its rows. */
async function rowsOf(visitId: string, wanted: number): Promise<RecordedRow[]> {
  const read = async () => {
    const rows = (await readRecordedRows(readTrafficAddress(product), tracked.workspaceId)).filter(
      ({ visit_id }) => visit_id === visitId,
    );
    return rows.length >= wanted ? rows.toSorted(byTime) : undefined;
  };
  return (await pollUntil(read, { timeoutMs: hangLimitMs, intervalMs: 50 })) ?? [];
}

function visitIdIn(response: Response): string {
  const location = new URL(response.headers.get('location') ?? '');
  const clickId = location.searchParams.get('cid') ?? location.searchParams.get('sub') ?? '';
  return tracked.clickIds.decode(clickId)?.visitId ?? '';
}

describe('a visit', () => {
  it('is recorded, and its landing-page click has the same attributes', async () => {
    const visit = await visitPath(`/c/${tracked.campaignId}?token3=blue&ext=E-1&tag=a,b`);
    expect(visit.status).toBe(302);
    const visitId = visitIdIn(visit);
    const clickId = new URL(visit.headers.get('location') ?? '').searchParams.get('cid') ?? '';
    const [row] = await rowsOf(visitId, 1);
    expect(row).toMatchObject({
      type: 'visit',
      workspace_id: tracked.workspaceId,
      campaign_id: tracked.campaignId,
      outcome: 'landing',
      token3: 'blue',
      external_id: 'E-1',
      tags: ['a', 'b'],
      device_type: 'mobile',
      os: 'iOS',
      browser: 'Safari',
      language: 'fr',
      referrer_domain: 'news.example',
      cost: '0.01',
      visits: 1,
      unique_visits: 1,
      lp_views: 1,
    });
    const click = await visitPath(`/go?cid=${clickId}`);
    expect(click.headers.get('location')).toBe(`https://offer.example/buy?sub=${clickId}`);
    const [, clicked] = await rowsOf(visitId, 2);
    expect(clicked).toMatchObject({
      type: 'lpclick',
      campaign_id: tracked.campaignId,
      visit_time: row?.visit_time,
      landing_id: row?.landing_id,
      path_id: row?.path_id,
      offer_id: row?.offer_id,
      token3: 'blue',
      external_id: 'E-1',
      referrer_domain: 'news.example',
      outcome: 'offer',
      lp_clicks: 1,
      visits: 0,
    });
  });

  it('that was prefetched is counted after a landing-page click', async () => {
    const prefetch = await fetch(tracked.link, {
      redirect: 'manual',
      headers: { ...browser, 'sec-purpose': 'prefetch' },
    });
    const visitId = visitIdIn(prefetch);
    const cookie = prefetch.headers
      .getSetCookie()
      .map((one) => one.split(';', 1)[0])
      .join('; ');
    await fetch(`${product.urls.edge}/go`, { redirect: 'manual', headers: { ...browser, cookie } });
    const rows = await rowsOf(visitId, 3);
    const sum = (column: EventColumn) => rows.reduce((total, row) => total + Number(row[column]), 0);
    const counts = ['visits', 'unique_visits', 'prefetch_visits', 'lp_views', 'lp_clicks'] as const;
    expect(counts.map(sum)).toEqual([1, 1, 0, 1, 1]);
  });

  it('keeps its tags when another tag is added', async () => {
    const visit = await visitPath(`/c/${tracked.campaignId}?tag=early`);
    const visitId = visitIdIn(visit);
    const cid = new URL(visit.headers.get('location') ?? '').searchParams.get('cid');
    await fetch(`${product.urls.edge}/v`, { method: 'POST', body: JSON.stringify({ cid, t: ['late'] }) });
    const rows = await rowsOf(visitId, 2);
    expect(rows.map(({ type, tags }) => [type, tags])).toEqual([
      ['visit', ['early']],
      ['adjustment', ['late']],
    ]);
    expect(rows[1]).toMatchObject({ visits: 0, offer_id: rows[0]?.offer_id, device_type: 'mobile' });
  });
});

describe('a click cap', () => {
  it('is not exceeded by a single edge under heavy traffic', async () => {
    importFiles(product, tracked.workspaceId, {
      waypost: {
        format: 1,
        workspace: { timezone: 'UTC', currency: 'USD', fallbackUrl: 'https://fallback.example/' },
      },
      offers: [
        {
          name: 'Capped',
          url: 'https://capped.example/',
          caps: [{ limit: 40, per: 'total', counts: 'clicks' }],
        },
      ],
      rotators: [{ name: 'Straight', paths: [{ name: 'Default', offers: [{ offer: 'Capped' }] }] }],
      campaigns: [
        { name: 'Capped', trafficSource: 'Source', rotator: 'Straight', cost: { mode: 'none', amount: 0 } },
      ],
    });
    const { campaigns } = await client.listCampaigns({ query: {} });
    const path = `/c/${campaigns.find(({ name }) => name === 'Capped')?.id ?? ''}`;
    const isServed = async () => {
      const { status } = await fetch(`${product.urls.edge}${path}`, { method: 'HEAD', redirect: 'manual' });
      return status === 302 ? true : undefined;
    };
    expect(await pollUntil(isServed, { timeoutMs: hangLimitMs, intervalMs: 20 })).toBe(true);
    let passed = 0;
    // The loop takes long enough for rows to be shipped and counted while it runs.
    for (let round = 0; round < 20; round += 1) {
      const answers = await Promise.all([0, 1, 2].map(() => visitPath(path)));
      passed += answers.filter(
        ({ headers }) => headers.get('location')?.startsWith('https://capped.example/') === true,
      ).length;
      if (round === 12) expect(passed).toBe(39);
      await setTimeout(100);
    }
    expect(passed).toBe(40);
  });
});

describe('publishing', () => {
  async function waitUntilServed(isDone: (response: Response) => boolean): Promise<void> {
    const isServed = await pollUntil(
      async () => {
        const response = await visitPath(`/c/${tracked.campaignId}`);
        await response.body?.cancel();
        return isDone(response) ? true : undefined;
      },
      { timeoutMs: hangLimitMs, intervalMs: 10 },
    );
    expect(isServed).toBe(true);
  }

  it('applies a changed campaign status on the edge', async () => {
    const isFallback = (response: Response) =>
      response.headers.get('location')?.startsWith('https://fallback.example/') === true;
    await client.updateCampaign(tracked.campaignId, { status: 'paused' });
    await waitUntilServed(isFallback);
    await client.updateCampaign(tracked.campaignId, { status: 'active' });
    await waitUntilServed((response) => !isFallback(response));
  });

  it('redirects visitors of an archived campaign to the fallback URL, and reports a restored campaign as published', async () => {
    const ids = [tracked.campaignId];
    await client.archiveCampaigns({ ids });
    await waitUntilServed((response) => response.headers.get('location') === 'https://fallback.example/');
    await client.restoreCampaigns({ ids });
    await waitUntilServed((response) => response.headers.get('location')?.includes('page.example') === true);
    const isPublished = async () => {
      const { runtimePublishedIds } = await client.restoreCampaigns({ ids });
      return runtimePublishedIds.includes(tracked.campaignId) ? true : undefined;
    };
    expect(await pollUntil(isPublished, { timeoutMs: hangLimitMs, intervalMs: 50 })).toBe(true);
  });
});

it('the readiness endpoint reveals only the status', async () => {
  const answer = await fetch(`${product.urls.edge}/readyz`);
  expect(await answer.json()).toEqual({ status: 'ready' });
});
