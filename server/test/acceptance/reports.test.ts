import { afterAll, beforeAll, expect, test } from 'vitest';
import { pollUntil } from '../../src/testing/poll-until.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { CheckedApi, type ApiCaller } from '../../src/testing/http/api-client.ts';
import { removeDataDirectory, startProduct, type Product } from '../../src/testing/product/product.ts';
import { trackWorkspace, type TrackedWorkspace } from '../../src/testing/product/tracked-workspace.ts';

let product: Product;
let tracked: TrackedWorkspace;
let reader: ApiCaller;

beforeAll(async () => {
  product = await startProduct();
  tracked = await trackWorkspace(product);
  reader = (await CheckedApi.open(product)).caller('read', tracked.workspaceId);
});

afterAll(async () => {
  await product.stop();
  removeDataDirectory(product.dataDirectory);
});

const agent = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

test('a visit and its click appear in the report with their cost, and the report states its freshness', async () => {
  const answeredAt = Date.now();
  const { headers } = await fetch(`${tracked.link}?token1=a%2Cb&tag=x`, {
    headers: agent,
    redirect: 'manual',
  });
  const clickId = new URL(headers.get('location') ?? '').searchParams.get('cid') ?? '';
  await fetch(`${product.urls.edge}/go?cid=${clickId}`, { headers: agent, redirect: 'manual' });
  const today = new Date().toISOString().slice(0, 10);
  const readReport = () =>
    reader.client.getReport({
      query: {
        from: new Date(answeredAt - 86_400_000).toISOString().slice(0, 10),
        to: today,
        dimensions: ['campaign', 'token1', 'tag'],
        metrics: ['visits', 'lpclicks', 'cost', 'ctr'],
        filter: [`campaign=${tracked.campaignId}`, 'token1=a,b'],
        totals: '1',
      },
    });
  // The wait takes a second or two, or longer on a busy machine.
  const found = await pollUntil(
    async () => {
      const { rows, meta } = await readReport();
      return rows[0]?.['lpclicks'] === 1 && Date.parse(meta.freshness) > answeredAt
        ? { rows, meta }
        : undefined;
    },
    { timeoutMs: hangLimitMs, intervalMs: 100 },
  );
  expect(found?.rows).toEqual([
    { campaign: tracked.campaignId, token1: 'a,b', tag: 'x', visits: 1, lpclicks: 1, cost: 0.01, ctr: 1 },
  ]);
  expect(found?.meta).toMatchObject({
    labels: { campaign: { [tracked.campaignId]: 'Campaign' } },
    totals: { visits: 1, lpclicks: 1, cost: 0.01, ctr: 1 },
  });
});

test('a visit appears in reports and the event feed after its redirect, and the reported freshness covers it', async ({
  annotate,
}) => {
  const { headers } = await fetch(`${tracked.link}?token1=fresh`, { headers: agent, redirect: 'manual' });
  const redirectedAt = Date.now();
  const clickId = new URL(headers.get('location') ?? '').searchParams.get('cid') ?? '';
  const visitMs = tracked.clickIds.decode(clickId)?.timeMs ?? Number.NaN;
  const [from, to] = [redirectedAt - 3_600_000, redirectedAt + 3_600_000].map((ms) =>
    new Date(ms).toISOString(),
  );
  const range = { from: from ?? '', to: to ?? '' };
  const readReport = () => reader.client.getReport({ query: { ...range, filter: ['token1=fresh'] } });
  const isInFeed = async () =>
    (await reader.client.listEvents({ query: range })).rows.some((row) => row.clickId === clickId);
  const isInReport = async () => (await readReport()).rows[0]?.['visits'] === 1;
  const isFresh = async () => {
    const { rows, meta } = await readReport();
    if (Date.parse(meta.freshness) < visitMs) return false;
    // A report that is complete up to the time of the visit contains the visit.
    expect(rows[0]?.['visits']).toBe(1);
    return true;
  };
  // The documentation says two to three seconds. The limit here only detects hangs, because other suites run on the same
  // machine.
  const delayOf = async (isThere: () => Promise<boolean>) =>
    await pollUntil(async () => ((await isThere()) ? Date.now() - redirectedAt : undefined), {
      timeoutMs: hangLimitMs,
      intervalMs: 50,
    });
  const [feedMs, reportMs, freshMs] = await Promise.all([isInFeed, isInReport, isFresh].map(delayOf));
  await annotate(`after the redirect: report ${reportMs} ms, feed ${feedMs} ms, freshness ${freshMs} ms`);
  expect([feedMs, reportMs, freshMs]).toEqual([expect.any(Number), expect.any(Number), expect.any(Number)]);
});
