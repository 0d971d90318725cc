// Tests everyday tasks: overview, charts, events, incoming postbacks, postbacks, uploads and costs.
import { formatDay } from '@waypost/contract/reports/date-range.ts';
import { beforeAll, expect, test } from 'vitest';
import {
  accessibilityViolations,
  heading,
  horizontalOverflow,
  press,
} from '../../src/testing/browser/panel-actions.ts';
import { usePanel } from '../../src/testing/browser/panel-pages.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { openProductTraffic } from '../../src/testing/product/product-traffic.ts';
import { insertVisitRows } from '../../src/testing/traffic/visit-rows.ts';

const { api, enter, open, product } = usePanel();
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
  const traffic = openProductTraffic(product());
  await insertVisitRows(traffic, [
    ...Array.from({ length: 4 }, () => ({ ...visit, visit_time: Date.now() - 2 * dayMs })),
    { ...visit, visit_time: Date.now() - 3 * dayMs },
    ...Array.from({ length: 3 }, () => ({ ...visit, visit_time: Date.now() - 9 * dayMs })),
  ]);
  await traffic.close();
});

test('the overview and the report chart match the API, and the movers table shows why profit changed', async (testContext) => {
  const { page, consoleErrors } = await enter(testContext, '/?range=last-7-days');
  const metrics = page.getByRole('group', { name: 'Metrics' });
  await metrics.getByRole('button', { name: /^Visits ?5/ }).waitFor();
  await metrics.getByRole('button', { name: /^Cost ?\$2\.50/ }).waitFor();
  const movers = page.getByRole('table', { name: 'Movers' });
  await movers.getByText('Volume: 3 → 5 visits').waitFor();
  await movers.getByText('−$1.00').first().waitFor();
  await movers.getByRole('link', { name: 'Spring push' }).click();

  await heading(page, 'Reports');
  await page.getByRole('combobox', { name: 'Chart metric' }).click();
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
    [6, 5, 4, 3, 2, 1, 0].map((days) => [
      // Today is not over yet.
      days === 0 ? `${formatDay(dayBefore(0))}, so far` : formatDay(dayBefore(days)),
      expected.get(dayBefore(days)) ?? '0',
    ]),
  );
  await press(page, 'Display');
  await page.getByText('Heatmap', { exact: true }).click();
  await page.waitForURL(/shade=heat/);
  expect(consoleErrors).toEqual([]);
});

test('a saved report is shared with a link that opens without a session, and is scheduled, on a phone', async (testContext) => {
  const { id } = await api().createSavedReport({
    name: 'Weekly',
    question: {
      range: 'last-7-days',
      dimensions: ['campaign'],
      metrics: ['visits', 'cost'],
      chart: 'visits',
    },
  });
  const phone = { viewport: { width: 360, height: 800 } };
  const { page, consoleErrors } = await enter(testContext, `/reports?saved=${id}`, phone);
  await page.waitForURL(/range=last-7-days/);
  await press(page, 'Saved reports');
  await page.getByRole('menuitem', { name: 'Share “Weekly”' }).click();
  const drawer = page.getByRole('dialog', { name: 'Share links and schedules' });
  await drawer.getByText('No share links yet.').waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await drawer.getByRole('button', { name: 'Create link' }).click();
  const link = new URL(await drawer.getByRole('textbox', { name: 'Share link' }).innerText());

  const shared = await open(testContext, link.pathname, { ...phone, colorScheme: 'dark' });
  await heading(shared.page, 'Weekly');
  await shared.page.getByRole('cell', { name: 'Spring push' }).waitFor();
  await shared.page.getByRole('img', { name: 'Chart: Visits by day' }).waitFor();
  expect(await accessibilityViolations(shared.page)).toEqual([]);
  expect(await horizontalOverflow(shared.page)).toBeLessThanOrEqual(0);

  await drawer.getByRole('tab', { name: 'Schedules' }).click();
  await drawer.getByRole('button', { name: 'New schedule' }).click();
  expect(await accessibilityViolations(page)).toEqual([]);
  await press(page, 'Save schedule');
  await drawer.getByRole('listitem').getByText('Every day at 08:00').waitFor();
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);

  await drawer.getByRole('tab', { name: 'Share links' }).click();
  await drawer.getByText(/Opened 1 time/).waitFor();
  await drawer.getByRole('button', { name: 'Revoke Weekly' }).click();
  await press(page, 'Revoke link');
  await page.getByText('Share link revoked.').waitFor();
  await shared.page.reload();
  await heading(shared.page, 'Report not available');
  expect([...consoleErrors, ...shared.consoleErrors]).toEqual([]);
});

test('a custom metric becomes a column, values are highlighted by rules, and a deleted metric is explained', async (testContext) => {
  const { page, consoleErrors } = await enter(testContext, '/reports?range=last-7-days&metrics=visits,cost');
  await press(page, 'Edit columns');
  await press(page, 'New metric');
  const dialog = page.getByRole('dialog', { name: 'New metric' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Double cost');
  const formula = dialog.getByRole('textbox', { name: 'Formula' });
  await formula.fill('visits + cots');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Unknown metric "cots" at character 10. Did you mean cost?').waitFor();
  await formula.fill('cost * 2');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('columnheader', { name: 'Double cost' }).waitFor();
  await page.getByRole('gridcell', { name: '$5.00' }).first().waitFor();

  await press(page, 'Edit columns');
  await page.getByText('Highlights', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Value' }).fill('100');
  await press(page, 'Add highlight');
  await page.getByTitle('Below 100: red text').first().waitFor();

  await page.getByRole('radiogroup', { name: 'Column settings' }).getByText('Columns').click();
  await press(page, 'Delete Double cost');
  await press(page, 'Delete metric');
  await page.getByText('This report uses a custom metric that was deleted (custom1).').waitFor();
  await page.getByRole('columnheader', { name: 'Double cost' }).waitFor({ state: 'detached' });
  expect(consoleErrors.filter((text) => !text.includes('422') && !text.includes('400'))).toEqual([]);
});

test('typing into a searchable select replaces the chosen value, and Enter selects the highlighted option even if timers run late', async (testContext) => {
  const { page } = await enter(testContext, '/reports');
  await press(page, 'Filter');
  const fieldInput = page.getByRole('combobox', { name: 'Field' });
  const { keyboard } = page;
  await fieldInput.click();
  await keyboard.type('dev');
  expect(await fieldInput.inputValue()).toBe('dev');
  await page.getByRole('option', { name: 'Device', exact: true }).click();
  expect(await fieldInput.inputValue()).toBe('Device');
  await keyboard.type('RO');
  expect(await fieldInput.inputValue()).toBe('RO');
  await page.getByRole('option', { name: 'ROI', exact: true }).click();
  await keyboard.press('Tab');
  await keyboard.press('Shift+Tab');
  await keyboard.type('cou');
  expect(await fieldInput.inputValue()).toBe('cou');

  // On a busy machine, timers run only after several keys. Mantine resets its position in the list with a timer.
  await keyboard.press('Tab');
  await page.evaluate('globalThis.late = []; globalThis.setTimeout = (call) => late.push(call)');
  await keyboard.press('Shift+Tab');
  await keyboard.type('cou');
  await keyboard.press('ArrowDown');
  await page.evaluate('late.splice(0).forEach((call) => call())');
  await keyboard.press('Enter');
  expect(await fieldInput.inputValue()).toBe('Country');
});

test('a visit appears in the live events and is found by its IDs, and incoming postbacks show their verdict', async (testContext) => {
  const { page, consoleErrors } = await enter(testContext, '/events?live=true');
  await page.getByText('Live. New events appear').waitFor();
  const { visit, event } = await api().getCampaignLinks(campaignId);
  await fetch(`${visit.split('?')[0]}?clid=live-77`, { headers: agent, redirect: 'manual' });
  const row = page.getByRole('grid', { name: 'Events' }).getByRole('row', { name: /Visit/ }).first();
  await row.waitFor();
  await row.getByRole('link').click();
  await heading(page, 'Visit details');
  await page.getByText('Spring push').first().waitFor();
  const clickId = await page.getByRole('textbox', { name: 'Click ID' }).innerText();

  // The visit can also be found by its external click ID.
  await page.getByRole('link', { name: 'Traffic sources' }).click();
  await heading(page, 'Traffic sources');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill('live-77');
  await page.getByRole('option', { name: /Visit to Spring push.*External click ID/ }).click();
  await heading(page, 'Visit details');

  await fetch(`${event}?cid=nonsense&payout=2`);
  await fetch(`${event}?cid=${clickId}&payout=3&txid=T1`);
  await expect
    .poll(async () => (await api().listInbox()).items.map(({ verdict }) => verdict ?? '').toSorted())
    .toEqual(['bad-click-id', 'counted']);
  await page.getByRole('link', { name: 'Incoming postbacks' }).click();
  await page.getByText('Invalid click ID').first().waitFor();
  await page.getByRole('grid', { name: 'Incoming postbacks' }).getByRole('link').first().click();
  await page.getByRole('dialog').getByText('payout=').first().waitFor();
  await page.keyboard.press('Escape');

  // The visit's incoming postbacks can be found by click ID and on the visit's page, and can be filtered by time range.
  const requests = page.getByRole('grid', { name: 'Incoming postbacks' });
  await page.getByRole('textbox', { name: 'Click id' }).fill(clickId);
  await page.keyboard.press('Enter');
  await expect.poll(() => requests.getByRole('link').count()).toBe(1);
  await requests.getByText('Counted', { exact: true }).waitFor();
  await press(page, 'All time');
  await press(page, 'Yesterday');
  await page.getByText('No incoming postbacks match these filters').waitFor();
  await page.goto(`${product().urls.panel}/visits/${clickId}`);
  const sent = page.getByRole('region', { name: 'Incoming postbacks' });
  await sent.getByText('payout=3&txid=T1').waitFor();

  await page.goto(`${product().urls.panel}/inbox?campaignId=${campaignId}`);
  await page.getByRole('link', { name: 'Replay incoming postbacks' }).click();
  await page.getByRole('region', { name: 'Replay incoming postbacks' }).waitFor();
  expect(consoleErrors).toEqual([]);
});

test('a paused receiver needs attention until it is resumed on the linked screen', async (testContext) => {
  const origin = 'https://ads.example.com';
  await api().pauseHost({ origin, minutes: 60 });
  const { page } = await enter(testContext, '/');
  const attention = page.getByRole('list', { name: 'Needs attention' });
  await attention.getByRole('link', { name: origin }).click();
  await press(page, `Resume ${origin}`);
  await page.getByText('No postbacks sent.').waitFor();
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('region', { name: 'Needs attention' }).waitFor();
  await expect.poll(() => page.getByRole('link', { name: origin }).count()).toBe(0);
});

test('a cost file is previewed line by line, imported, listed in the ledger and reversed', async (testContext) => {
  const { page, consoleErrors } = await enter(testContext, '/uploads');
  await page.getByRole('radiogroup', { name: 'Data type' }).getByText('Costs').click();
  const day = dayBefore(2);
  await page
    .getByLabel('Or paste lines')
    .fill(`Campaign,Day,Paid\nSpring push,${day},8\nNobody knows,${day},3`);
  const columns = page.getByRole('group', { name: 'Column mapping' });
  await columns.getByRole('combobox', { name: 'Paid' }).click();
  await page.getByRole('option', { name: 'Amount' }).click();
  await press(page, 'Preview');
  const result = page.getByRole('region', { name: 'pasted.csv' });
  await result.getByText('preview, 1 of 2 lines would be imported, 1 skipped').waitFor();
  await result.getByText('Campaign not found.').waitFor();
  expect((await api().listCosts()).items).toEqual([]);

  await press(page, 'Import');
  await result.getByText('Costs: 1 of 2 lines imported, 1 skipped').waitFor();
  // A second amount for the same visits is rejected unless it is allowed to replace the first amount.
  await page.getByLabel('Or paste lines').fill(`Campaign,Day,Amount\nSpring push,${day},9`);
  await press(page, 'Import');
  await result.getByText('Costs: 0 of 1 line imported, 1 skipped').waitFor();
  await page.getByRole('switch', { name: 'Replace existing entries' }).check({ force: true });
  await press(page, 'Import');
  await result.getByText('Costs: 1 of 1 line imported, 0 skipped').waitFor();
  await page.getByRole('link', { name: 'Costs' }).click();
  const ledger = page.getByRole('grid', { name: 'Cost entries' });
  await ledger.getByText('Applied to 4 visits').waitFor();
  await ledger.getByText('Reversed').waitFor();
  await page.goBack();
  await press(page, 'Reverse entries');
  await page.getByRole('link', { name: 'Costs' }).click();
  await expect.poll(() => ledger.getByText('Reversed').count()).toBe(2);
  expect(consoleErrors).toEqual([]);
});

test('the upload form rejects several files dropped at once and accepts a single file', async (testContext) => {
  const { page, consoleErrors } = await enter(testContext, '/uploads');
  const form = page.getByRole('region', { name: 'Import a file' });
  const drop = async (...names: string[]) => {
    const dataTransfer = await page.evaluateHandle<unknown>(`
      const transfer = new DataTransfer();
      for (const name of ${JSON.stringify(names)}) transfer.items.add(new File(['clickid,payout'], name));
      transfer;
    `);
    await form.getByLabel('Or paste lines').dispatchEvent('drop', { dataTransfer });
  };
  const error = form.getByText('You dropped 2 files. Import one file at a time.');
  const isReady = async () => await form.getByRole('button', { name: 'Import' }).isEnabled();
  await drop('first.csv');
  await form.getByText('first.csv').waitFor();
  expect(await isReady()).toBe(true);
  // If two files are dropped, neither file is accepted, and the previous file is removed.
  await drop('second.csv', 'third.csv');
  await error.waitFor();
  await form.getByText(/(?:first|second|third)\.csv/).waitFor({ state: 'detached' });
  expect(await isReady()).toBe(false);
  await drop('fourth.csv');
  await form.getByText('fourth.csv').waitFor();
  await error.waitFor({ state: 'detached' });
  // Dropping text instead of a file changes nothing.
  await drop();
  expect(await isReady()).toBe(true);
  expect(consoleErrors).toEqual([]);
});

test('a report with two million rows loads the first 5,000 while scrolling and renders only visible rows', async (testContext) => {
  const { page, consoleErrors } = await enter(testContext, '/events');
  const offsets: number[] = [];
  await page.route('**/reports/query', async (route) => {
    const {
      offset = 0,
      limit = 100,
      totals,
    } = route.request().postDataJSON() as {
      offset?: number;
      limit?: number;
      totals?: boolean;
    };
    offsets.push(offset);
    await route.fulfill({ json: { ok: true, data: hugeReport(offset, limit, totals === true) } });
  });
  await page.goto(`${product().urls.panel}/reports?by=token1&metrics=visits`);
  await page.getByText('2,000,000 rows. The first 5,000 are shown; export to get all of them.').waitFor();
  const grid = page.getByRole('grid', { name: 'Report' });
  const scrollDown = () => grid.evaluate((table) => table.parentElement?.scrollTo(0, 1e9));
  await expect
    .poll(
      async () => {
        await scrollDown();
        return Math.max(...offsets);
      },
      { timeout: hangLimitMs },
    )
    .toBe(4_800);
  await scrollDown();
  await grid.getByText('value 4999', { exact: true }).waitFor();
  expect(Math.max(...offsets)).toBe(4_800);
  expect(await grid.getByRole('row').count()).toBeLessThan(120);

  // A comparison reads 5,000 rows for each period and says that it is limited to these rows.
  offsets.length = 0;
  await press(page, 'Compare');
  await press(page, 'Previous period');
  await page.getByText('Compares the top 5,000 rows from each period by Visits.').waitFor();
  expect([offsets.length, Math.max(...offsets)]).toEqual([10, 4_000]);
  expect(consoleErrors).toEqual([]);
});

function hugeReport(offset: number, limit: number, hasTotals: boolean) {
  const rows = Array.from({ length: limit }, (_, index) => ({
    token1: `value ${offset + index}`,
    visits: 2_000_000 - offset - index,
  }));
  const time = new Date().toISOString();
  return {
    rows,
    meta: {
      from: time,
      to: time,
      freshness: time,
      timezone: 'UTC',
      currency: 'USD',
      labels: {},
      dimensions: ['token1'],
      metrics: ['visits'],
      limit,
      offset,
      count: limit,
      totalRows: 2_000_000,
      hasMore: true,
      ...(hasTotals ? { totals: { visits: 9_000_000 } } : {}),
    },
  };
}
