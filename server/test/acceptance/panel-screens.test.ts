/** The panel on the demo: every screen that its own router knows, so that a new one is looked at by itself, and its numbers. */
import { readFile } from 'node:fs/promises';
import type { Page, Request } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { findScreens } from '../../src/testing/browser/find-screens.ts';
import { keyboardFindings } from '../../src/testing/browser/keyboard-findings.ts';
import { press, overflowOf, seriousFindings } from '../../src/testing/browser/panel-actions.ts';
import { usePanel } from '../../src/testing/browser/panel-pages.ts';
import { lastJson, makeToken, runCommand } from '../../src/testing/product/product.ts';
import { rounds } from '../../src/testing/rounds.ts';
import { waitUntil } from '../../src/testing/wait-until.ts';

const quietMs = 300;

const { api, enter, product } = usePanel();

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

let workspaceId: string;
let campaignId: string;
let visitId: string;

beforeAll(async () => {
  const [workspace] = lastJson<{ id: string }[]>(runCommand(product(), ['workspace', 'list', '--json']));
  workspaceId = workspace?.id ?? '';
  const made = runCommand(product(), ['demo', '--workspace', workspaceId, '--days', '5', '--json']);
  expect(lastJson<{ visits: number }>(made).visits).toBeGreaterThan(1_000);
  await api().createKey({ label: 'Warehouse', scope: 'read', lifetimeDays: 90 });
  await api().createDomain({ host: 'go.example.com' });
  const { items } = await api().listCampaigns({ query: { limit: 1, q: 'Joint cream' } });
  campaignId = items[0]?.id ?? '';
  const days = { from: dayBefore(1), to: dayBefore(0) };
  const events = await api().listBriefEvents({ query: { ...days, campaignId, type: 'visit', limit: 1 } });
  visitId = events.items[0]?.visitId ?? '';
});

/** What the address of a screen can say besides, where it makes another screen of it. */
const forms = () => [
  `/visits/${visitId}`,
  `/campaigns/${campaignId}?tab=settings`,
  `/campaigns/${campaignId}?tab=goals`,
  `/campaigns/${campaignId}?tab=versions`,
  '/reports?range=last-7-days&chart=visits&shade=heat&compare=true',
  '/events?live=true',
  '/settings?tab=subscription',
  '/settings?tab=versions',
];

const looks = [
  ['light', 360],
  ['dark', 1280],
  ['light', 1280],
  ['dark', 360],
] as const;
// In the short form every screen in one of two looks, one after the other; in the full one each in all four.
const used = looks.slice(0, rounds(2, looks.length));

/** Everything that a page complains of or asks for in vain, except what it leaves off itself when it is left. */
function listenToFailures(page: Page): string[] {
  const heard: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) heard.push(message.text());
  });
  page.on('pageerror', ({ message }) => heard.push(message));
  page.on('response', (answer) => {
    if (answer.status() >= 400) heard.push(`${answer.status()} ${answer.url()}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    if (!reason.includes('ERR_ABORTED')) heard.push(`${reason} ${request.url()}`);
  });
  return heard;
}

/** A function that waits until the page has asked for nothing for a moment. */
function watchRequests(page: Page): () => Promise<void> {
  const underWay = new Set<Request>();
  let changedAt = 0;
  const note = (change: () => void) => {
    change();
    changedAt = performance.now();
  };
  page.on('request', (request) => note(() => underWay.add(request)));
  page.on('requestfinished', (request) => note(() => underWay.delete(request)));
  page.on('requestfailed', (request) => note(() => underWay.delete(request)));
  return async () => {
    changedAt = performance.now();
    const isQuiet = () => underWay.size === 0 && performance.now() - changedAt > quietMs;
    await waitUntil(isQuiet);
  };
}

/**
 * Goes to a screen as a link does, so that what all of them need is loaded once. In the full form each is opened by its
 * address.
 */
async function goTo(page: Page, origin: string, path: string): Promise<void> {
  if (rounds(0, 1) === 1) return void (await page.goto(origin + path));
  type Place = { pathname: string; href: string };
  type Router = {
    navigate: (to: { href: string }) => Promise<void>;
    state: { status: string; resolvedLocation?: Place; location: Place };
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

test.for(used.map((look, at) => [...look, at] as const))(
  'in %s and %i px wide every screen fits, keeps nobody out, and nothing fails in silence',
  async ([colorScheme, width, at], given) => {
    const origin = product().urls.panel;
    const { page } = await enter(given, '/', { colorScheme, viewport: { width, height: 800 } });
    const { addresses, missing } = await findScreens(page.context(), origin, workspaceId);
    // Of visits there is no list; one of them stands among the forms.
    expect(missing.filter((path) => !path.startsWith('/visits/'))).toEqual([]);
    const all = [...addresses.map(({ path }) => path), ...forms()];
    expect(all.length).toBeGreaterThan(20);
    const failures = listenToFailures(page);
    const quiet = watchRequests(page);
    const found: unknown[] = [];
    for (const path of all.filter((_, place) => rounds(place % 2, at) === at)) {
      await goTo(page, origin, path);
      const title = page.getByRole('heading', { level: 1 }).first();
      await title.waitFor();
      if (!path.includes('live')) await quiet();
      const [said, overflow, findings] = [
        await title.innerText(),
        await overflowOf(page),
        [...(await seriousFindings(page)), ...(await keyboardFindings(page))],
      ];
      const isScreen = !/^(?:This page failed to load|Page not found)$/.test(said);
      if (!isScreen || overflow > 0 || findings.length + failures.length > 0)
        found.push({ path, said, overflow, findings, failures: failures.splice(0) });
    }
    expect(found).toEqual([]);
  },
);

test('a list that waits for its rows keeps nobody out either', async (given) => {
  const { page } = await enter(given, '/', { viewport: { width: 1280, height: 800 } });
  const isLooked = Promise.withResolvers<void>();
  await page.route(/\/events\/brief\?/, async (route) => {
    await isLooked.promise;
    await route.continue();
  });
  await page.goto(`${product().urls.panel}/events`);
  await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
  await page.locator('[role="grid"][aria-busy="true"]').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  isLooked.resolve();
  await page.getByRole('row').nth(1).waitFor();
});

const metrics = ['visits', 'conversions', 'cost', 'revenue'] as const;

/** Numbers of a file, by the first cell of each line. */
function readNumbers(text: string, names: readonly string[]): Map<string, number[]> {
  const [head = [], ...lines] = text
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
  // Names of records may hold commas, and stand before the numbers.
  const places = names.map((name) => head.indexOf(name) - head.length);
  return new Map(lines.map((cells) => [cells[0] ?? '', places.map((at) => Number(cells.at(at)))]));
}

test('a report of the demo is built, entered, compared, saved and exported with the numbers of the public API', async (given) => {
  const [day, before] = [dayBefore(1), dayBefore(2)];
  const token = makeToken(product());
  const ask = async (of: string, dimension: string) => {
    const query = `from=${of}&to=${of}&dimensions=${dimension}&metrics=${metrics.join()}&filter=campaign%3D${campaignId}`;
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${product().urls.panel}/api/v1/reports?${query}&limit=1000`, { headers });
    const { data } = (await answer.json()) as { data: { rows: Record<string, string | number | null>[] } };
    return new Map(
      data.rows.map((row) => [String(row[dimension] ?? ''), metrics.map((name) => Number(row[name]))]),
    );
  };
  const { page, complaints } = await enter(given, `/reports?range=${day}..${day}&metrics=${metrics.join()}`);
  await page
    .getByRole('row', { name: /Joint cream/ })
    .getByRole('link')
    .click();
  await page.getByRole('group', { name: 'Filters' }).getByText('Campaign is Joint cream').waitFor();
  const by = new URL(page.url()).searchParams.get('by') ?? '';
  await press(page, 'Compare');
  await press(page, 'Previous period');
  await page.waitForURL(/compare=before/);
  await press(page, 'Saved reports');
  await page.getByRole('menuitem', { name: 'Save this report' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Cream, day by day');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('Report saved.').waitFor();

  // What was saved is opened with what it is compared with, wherever one stands.
  await page.goto(`${product().urls.panel}/reports`);
  await press(page, 'Saved reports');
  await page.getByRole('menuitem', { name: 'Cream, day by day', exact: true }).click();
  await page.waitForURL(/compare=before/);
  const download = async (item: string) => {
    await press(page, 'Export CSV');
    const saved = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: item }).click();
    return await readFile(await (await saved).path(), 'utf8');
  };
  const [now, then] = [await ask(day, by), await ask(before, by)];
  expect(now.size).toBeGreaterThan(1);
  expect(readNumbers(await download('All rows without comparison'), metrics)).toEqual(now);
  const compared = await download('Shown rows with comparison');
  expect(new Map([...readNumbers(compared, metrics)].filter(([id]) => now.has(id)))).toEqual(now);
  const earlier = readNumbers(
    compared,
    metrics.map((name) => `${name}Before`),
  );
  expect(new Map([...earlier].filter(([id]) => then.has(id)))).toEqual(then);
  expect(complaints).toEqual([]);
});
