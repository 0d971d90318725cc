/** What people look at all day: overview, charts, events, inbox, postbacks, uploads and costs. */
import { beforeAll, describe, expect, test } from 'vitest';
import { heading, looks, overflowOf, press, seriousFindings } from '../../src/testing/browser/panel-hands.ts';
import { usePanel } from '../../src/testing/browser/panel-pages.ts';
import { openTrafficOf } from '../../src/testing/product/product-traffic.ts';
import { insertVisitRows } from '../../src/testing/traffic/visit-rows.ts';

const { api, enter, product } = usePanel();
const agent = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
const dayMs = 86_400_000;
const dayBefore = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);

let campaignId: string;

beforeAll(async () => {
  const { id: trafficSourceId } = await api().createTrafficSource({ name: 'Push', clickIdParam: 'clid' });
  const { id: rotatorId } = await api().createRotator({ name: 'Rotator' });
  ({ id: campaignId } = await api().createCampaign({
    name: 'Spring push',
    trafficSourceId,
    destination: { mode: 'use_rotator', rotatorId },
  }));
  const workspaceId = (await api().getMe()).workspaces[0]?.id ?? '';
  const visit = { workspace_id: workspaceId, campaign_id: campaignId, cost: '0.5' };
  const traffic = openTrafficOf(product());
  await insertVisitRows(traffic, [
    ...Array.from({ length: 4 }, () => ({ ...visit, visit_time: Date.now() - 2 * dayMs })),
    { ...visit, visit_time: Date.now() - 3 * dayMs },
    ...Array.from({ length: 3 }, () => ({ ...visit, visit_time: Date.now() - 9 * dayMs })),
  ]);
  await traffic.close();
});

test('the overview and the chart of a report tell what the API tells, and a mover tells why', async (given) => {
  const { page, complaints } = await enter(given, '/?range=last-7-days');
  const figures = page.getByRole('group', { name: 'Figures' });
  await figures.getByRole('button', { name: /^Visits ?5/ }).waitFor();
  await figures.getByRole('button', { name: /^Cost ?\$2\.50/ }).waitFor();
  const movers = page.getByRole('table', { name: 'Movers' });
  await movers.getByText('Volume: 3 → 5 visits').waitFor();
  await movers.getByText('−$1.00').first().waitFor();
  await movers.getByRole('link', { name: 'Spring push' }).click();

  await heading(page, 'Reports');
  await page.getByRole('combobox', { name: 'Metric of the chart' }).click();
  await page.getByRole('option', { name: 'Visits', exact: true }).click();
  const chart = page.getByRole('table', { name: 'Visits over time' });
  await chart.waitFor();
  const { rows } = await api().queryReport({
    from: dayBefore(6),
    to: dayBefore(0),
    dimensions: ['day'],
    metrics: ['visits'],
  });
  const expected = new Map(rows.map(({ day, visits }) => [day, String(visits)]));
  const drawn = await chart.locator('tbody tr').allInnerTexts();
  expect(drawn.map((line) => line.split('\t').slice(0, 2))).toEqual(
    [6, 5, 4, 3, 2, 1, 0].map((days) => [dayBefore(days), expected.get(dayBefore(days)) ?? '0']),
  );
  await page.getByText('Heat', { exact: true }).click();
  await page.waitForURL(/shade=heat/);
  expect(complaints).toEqual([]);
});

test('a visit shows in the live events within seconds, is found by its id, and a request in the inbox with its verdict', async (given) => {
  const { page, complaints } = await enter(given, '/events?live=true');
  await page.getByText('New events come in by themselves').waitFor();
  const { visit, event } = await api().getCampaignLinks(campaignId);
  await fetch(visit.replace(/\[.*?\]|\{.*?\}/g, 'live-one'), { headers: agent, redirect: 'manual' });
  const row = page.getByRole('grid', { name: 'Events' }).getByRole('row', { name: /Visit/ }).first();
  await row.waitFor();
  await row.getByRole('link').click();
  await heading(page, 'A visit explained');
  await page.getByText('Spring push').first().waitFor();

  await fetch(`${event}?cid=nonsense&payout=2`);
  await page.getByRole('link', { name: 'Inbox' }).click();
  await expect
    .poll(async () => {
      await page.reload();
      await page.getByRole('grid', { name: 'Requests' }).or(page.getByText('Nothing has come yet')).waitFor();
      return await page.getByText('Bad click id').count();
    })
    .toBeGreaterThan(0);
  await page.getByRole('grid', { name: 'Requests' }).getByRole('link').first().click();
  await page.getByRole('dialog').getByText('cid=nonsense&payout=2').waitFor();
  expect(complaints).toEqual([]);
});

test('a receiver that is paused needs attention, and does not any more when it is resumed where the item leads', async (given) => {
  const origin = 'https://ads.example.com';
  await api().pauseHost({ origin, minutes: 60 });
  const { page } = await enter(given, '/');
  const attention = page.getByRole('list', { name: 'What needs attention' });
  await attention.getByRole('link', { name: origin }).click();
  await press(page, `Resume ${origin}`);
  await page.getByText('Nobody was told of a conversion.').waitFor();
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('region', { name: 'What needs attention' }).waitFor();
  await expect.poll(() => page.getByRole('link', { name: origin }).count()).toBe(0);
});

test('a file of costs is tried with the fate of each line, brought in, seen in the ledger and taken back', async (given) => {
  const { page, complaints } = await enter(given, '/uploads');
  await page.getByRole('radiogroup', { name: 'What it holds' }).getByText('Costs').click();
  const day = dayBefore(2);
  await page
    .getByLabel('Or paste the lines')
    .fill(`Campaign,Day,Paid\nSpring push,${day},8\nNobody knows,${day},3`);
  const columns = page.getByRole('group', { name: 'What columns mean' });
  await columns.getByRole('combobox', { name: 'Paid' }).click();
  await page.getByRole('option', { name: 'Amount' }).click();
  await press(page, 'Try it');
  const result = page.getByRole('region', { name: 'pasted.csv' });
  await result.getByText('tried, nothing was entered; 1 of 2 lines would be taken, 1 refused').waitFor();
  await result.getByText('The workspace has no such campaign.').waitFor();
  expect((await api().listCosts()).items).toEqual([]);

  await press(page, 'Bring it in');
  await result.getByText('Costs: 1 of 2 lines taken, 1 refused').waitFor();
  await page.getByRole('link', { name: 'Costs' }).click();
  const ledger = page.getByRole('grid', { name: 'Costs' });
  await ledger.getByText('Spread, 4 visits').waitFor();
  await page.goBack();
  await press(page, 'Take back what it entered');
  await page.getByRole('link', { name: 'Costs' }).click();
  await ledger.getByText('Taken back').waitFor();
  expect(complaints).toEqual([]);
});

describe.each(looks('desk'))('in %s, %i px wide', (colorScheme, width) => {
  test('overview, events, inbox, postbacks, uploads and costs fit and keep nobody out', async (given) => {
    const { page, complaints } = await enter(given, '/', { colorScheme, viewport: { width, height: 800 } });
    await page.getByRole('table', { name: 'Profit over time' }).waitFor({ state: 'attached' });
    for (const [path, title] of [
      ['/?range=last-7-days', (await api().getMe()).workspaces[0]?.name ?? ''],
      ['/reports?chart=visits&shade=heat&range=last-7-days', 'Reports'],
      ['/events', 'Events'],
      ['/inbox', 'Inbox'],
      ['/postbacks', 'Postbacks'],
      ['/uploads', 'Uploads'],
      ['/costs', 'Costs'],
    ] as const) {
      await page.goto(product().urls.panel + path);
      await heading(page, title);
      await page.waitForLoadState('networkidle');
      expect([path, await overflowOf(page)]).toEqual([path, 0]);
      expect([path, await seriousFindings(page)]).toEqual([path, []]);
    }
    expect(complaints).toEqual([]);
  });
});
