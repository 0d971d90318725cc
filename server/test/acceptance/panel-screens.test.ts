// Tests every screen of the panel with demo data. The list of screens comes from the panel's own router, so that new
// screens are included.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Page, Request } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { findScreens } from '../../src/testing/browser/find-screens.ts';
import { findViews } from '../../src/testing/browser/find-views.ts';
import { keyboardViolations } from '../../src/testing/browser/keyboard-violations.ts';
import {
  press,
  horizontalOverflow,
  accessibilityViolations,
} from '../../src/testing/browser/panel-actions.ts';
import { usePanel } from '../../src/testing/browser/panel-pages.ts';
import { command, readFirstWorkspace } from '../../src/testing/product/product.ts';
import { rounds } from '../../src/testing/rounds.ts';
import { waitUntil } from '../../src/testing/wait-until.ts';

const idleMs = 300;

const { api, enter, product } = usePanel();

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

let workspaceId: string;
let campaignId: string;

beforeAll(async () => {
  ({ workspaceId } = readFirstWorkspace(product()));
  // Does not block this process. Otherwise, the next request would use a connection that the server has closed.
  const options = ['--workspace', workspaceId, '--days', '5', '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, [command, 'demo', ...options], {
    env: product().environment,
  });
  expect((JSON.parse(stdout) as { visits: number }).visits).toBeGreaterThan(1_000);
  await api().createKey({ label: 'Warehouse', scope: 'read', lifetimeDays: 90 });
  await api().createDomain({ host: 'go.example.com' });
  const { items } = await api().listCampaigns({ query: { limit: 1, q: 'Joint cream' } });
  campaignId = items[0]?.id ?? '';
});

const allDisplayModes = [
  ['light', 360],
  ['dark', 1280],
  ['light', 1280],
  ['dark', 360],
] as const;
// A short run shows each screen in one of two display modes, and a full run shows each screen in all four.
const displayModes = allDisplayModes.slice(0, rounds(2, allDisplayModes.length));

/** Collects console messages and failed requests, except requests that the page aborts itself. */
function collectFailures(page: Page): string[] {
  const failures: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) failures.push(message.text());
  });
  page.on('pageerror', ({ message }) => failures.push(message));
  page.on('response', (answer) => {
    if (answer.status() >= 400) failures.push(`${answer.status()} ${answer.url()}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    if (!reason.includes('ERR_ABORTED')) failures.push(`${reason} ${request.url()}`);
  });
  return failures;
}

/** Returns a function that waits until the page has been idle for a short time. */
function watchRequests(page: Page): () => Promise<void> {
  const pending = new Set<Request>();
  let changedAt = 0;
  const note = (change: () => void) => {
    change();
    changedAt = performance.now();
  };
  page.on('request', (request) => note(() => pending.add(request)));
  page.on('requestfinished', (request) => note(() => pending.delete(request)));
  page.on('requestfailed', (request) => note(() => pending.delete(request)));
  return async () => {
    changedAt = performance.now();
    const isIdle = () => pending.size === 0 && performance.now() - changedAt > idleMs;
    await waitUntil(isIdle);
  };
}

/**
 * Navigates with the router, as a link does, so that shared code is loaded only once. A full run loads each screen by
 * its URL.
 */
async function goTo(page: Page, origin: string, path: string): Promise<void> {
  if (rounds(0, 1) === 1) return void (await page.goto(origin + path));
  type RouterLocation = { pathname: string; href: string };
  type Router = {
    navigate: (to: { href: string }) => Promise<void>;
    state: { status: string; resolvedLocation?: RouterLocation; location: RouterLocation };
  };
  await page.evaluate(async (href) => {
    await (globalThis as unknown as { __TSR_ROUTER__: Router }).__TSR_ROUTER__.navigate({ href });
  }, path);
  await page.waitForFunction(
    (pathname) => {
      const { state } = (globalThis as unknown as { __TSR_ROUTER__: Router }).__TSR_ROUTER__;
      const { location, resolvedLocation, status } = state;
      return location.pathname === pathname && status === 'idle' && resolvedLocation?.href === location.href;
    },
    path.split('?', 1)[0] ?? '',
    { timeout: hangLimitMs },
  );
}

test.for(displayModes.map((mode, index) => [...mode, index] as const))(
  'every screen fits in %s mode at %i px, is accessible and logs no errors',
  async ([colorScheme, width, index], testContext) => {
    const origin = product().urls.panel;
    const { page } = await enter(testContext, '/', { colorScheme, viewport: { width, height: 800 } });
    const { addresses, missing } = await findScreens(page.context(), origin, workspaceId);
    // There is no list of visits, so the views include the page for one visit.
    expect(missing.filter((path) => !path.startsWith('/visits/'))).toEqual([]);
    const views = await findViews(page.context(), origin, workspaceId);
    const all = [...addresses, ...views].map(({ path }) => path);
    expect(all.length).toBeGreaterThan(20);
    const failures = collectFailures(page);
    const waitUntilIdle = watchRequests(page);
    const found: unknown[] = [];
    for (const path of all.filter((_, position) => rounds(position % 2, index) === index)) {
      await goTo(page, origin, path);
      const title = page.getByRole('heading', { level: 1 }).first();
      await title.waitFor();
      if (!path.includes('live')) await waitUntilIdle();
      const [heading, overflow, findings] = [
        await title.innerText(),
        await horizontalOverflow(page),
        [...(await accessibilityViolations(page)), ...(await keyboardViolations(page))],
      ];
      const isScreen = !/^(?:This page failed to load|Page not found)$/.test(heading);
      if (!isScreen || overflow > 0 || findings.length + failures.length > 0)
        found.push({ path, heading, overflow, findings, failures: failures.splice(0) });
    }
    expect(found).toEqual([]);
  },
);

test('a list is accessible while its rows are loading', async (testContext) => {
  const { page } = await enter(testContext, '/', { viewport: { width: 1280, height: 800 } });
  const isChecked = Promise.withResolvers<void>();
  await page.route(/\/events\/brief\?/, async (route) => {
    await isChecked.promise;
    await route.continue();
  });
  await page.goto(`${product().urls.panel}/events`);
  await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
  await page.locator('[role="grid"][aria-busy="true"]').waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  isChecked.resolve();
  await page.getByRole('row').nth(1).waitFor();
});

const metrics = ['visits', 'conversions', 'cost', 'revenue'] as const;

/** Returns the numbers in a CSV file, keyed by the first cell of each line. */
function readNumbers(text: string, names: readonly string[]): Map<string, number[]> {
  const [head = [], ...lines] = text
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
  // Counts columns from the end, because record names before the numbers may contain commas.
  const columns = names.map((name) => head.indexOf(name) - head.length);
  return new Map(lines.map((cells) => [cells[0] ?? '', columns.map((column) => Number(cells.at(column)))]));
}

test('a demo report is built, drilled into, compared, saved and exported with the same numbers as the public API', async (testContext) => {
  const [day, before] = [dayBefore(1), dayBefore(2)];
  const { token } = readFirstWorkspace(product());
  const queryReport = async (date: string, dimension: string) => {
    const query = `from=${date}&to=${date}&dimensions=${dimension}&metrics=${metrics.join()}&filter=campaign%3D${campaignId}`;
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${product().urls.panel}/api/v1/reports?${query}&limit=1000`, { headers });
    const { data } = (await answer.json()) as { data: { rows: Record<string, string | number | null>[] } };
    return new Map(
      data.rows.map((row) => [String(row[dimension] ?? ''), metrics.map((name) => Number(row[name]))]),
    );
  };
  const { page, consoleErrors } = await enter(
    testContext,
    `/reports?range=${day}..${day}&metrics=${metrics.join()}`,
  );
  await page
    .getByRole('row', { name: /Joint cream/ })
    .getByRole('link')
    .click();
  await page.getByRole('navigation', { name: 'Drill-down' }).getByText('Campaign: Joint cream').waitFor();
  const by = new URL(page.url()).searchParams.get('by') ?? '';
  await press(page, 'Compare');
  await press(page, 'Previous period');
  await page.waitForURL(/compare=before/);
  await press(page, 'Saved reports');
  await page.getByRole('menuitem', { name: 'Save this report' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Cream, day by day');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('Report saved.').waitFor();

  // A saved report opens with its comparison.
  await page.goto(`${product().urls.panel}/reports`);
  await press(page, 'Saved reports');
  await page.getByRole('menuitem', { name: 'Cream, day by day', exact: true }).click();
  await page.waitForURL(/compare=before/);
  const download = async (item: string) => {
    await press(page, 'Export');
    const saved = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: item }).click();
    return await readFile(await (await saved).path(), 'utf8');
  };
  const [now, then] = [await queryReport(day, by), await queryReport(before, by)];
  expect(now.size).toBeGreaterThan(1);
  expect(readNumbers(await download('All rows as CSV'), metrics)).toEqual(now);
  const compared = await download('Displayed rows with comparison (CSV)');
  expect(new Map([...readNumbers(compared, metrics)].filter(([id]) => now.has(id)))).toEqual(now);
  const earlier = readNumbers(
    compared,
    metrics.map((name) => `${name}Before`),
  );
  expect(new Map([...earlier].filter(([id]) => then.has(id)))).toEqual(then);
  expect(consoleErrors).toEqual([]);
});
