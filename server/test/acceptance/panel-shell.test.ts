import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { memberRoles } from '@waypost/contract/access.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  fill,
  heading,
  looks,
  overflowOf,
  press,
  seriousFindings,
} from '../../src/testing/browser/panel-actions.ts';
import { usePanel } from '../../src/testing/browser/panel-pages.ts';
import { rounds } from '../../src/testing/rounds.ts';
import { TestAgent } from '../../src/testing/http/test-agent.ts';

const { product, owner, api, open, enter, join } = usePanel();
// The promise is 220 KB of script: what is below it is room for screens to come.
const limitBytes = { script: 180_000, stylesheet: 40_000 };

beforeAll(async () => {
  await api().createTrafficSource({ name: 'Blue lagoon ads' });
});

/** What the search offers now, group after group. */
async function offered(page: Page): Promise<string[]> {
  return await page.getByRole('option').allInnerTexts();
}

async function searchFor(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or run a command' }).waitFor();
  await page.keyboard.type(text);
}

/** Through the search, until it is kept. */
async function chooseTheme(page: Page, words: string): Promise<void> {
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
  await searchFor(page, words);
  await page.keyboard.press('Enter');
  expect((await saved).ok()).toBe(true);
}

test('the first screen weighs no more than it may', async (given) => {
  const { page } = await open(given, '/forgotten');
  await heading(page, 'Reset your password');
  // What comes when the page is at rest, such as the search, would on a slow machine come before its title is seen.
  await page.addInitScript(() => Object.assign(globalThis, { requestIdleCallback: () => 0 }));
  const weights = { script: 0, stylesheet: 0 };
  const done: Promise<void>[] = [];
  page.on('response', (response) => {
    const kind = response.request().resourceType();
    if (kind === 'script' || kind === 'stylesheet')
      done.push(response.body().then((body) => void (weights[kind] += gzipSync(body).length)));
  });
  await page.context().request.post(`${product().urls.panel}/panel/api/session`, {
    data: owner(),
    headers: { origin: product().urls.panel },
  });
  // What an answer brings with it, such as the form of an empty workspace, is no part of the first screen.
  await page.route('**/campaigns?*', () => undefined);
  await page.goto(product().urls.panel);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await Promise.all(done);
  expect(weights.script).toBeGreaterThan(0);
  expect(weights.script).toBeLessThanOrEqual(limitBytes.script);
  expect(weights.stylesheet).toBeGreaterThan(0);
  expect(weights.stylesheet).toBeLessThanOrEqual(limitBytes.stylesheet);
});

describe('the search', () => {
  test('finds a record by a part of its name, opens it, and offers it first the next time', async (given) => {
    const { page, complaints } = await enter(given, '/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: 'Search or run a command' }).waitFor();
    await page.keyboard.type('lagoon');
    await page.getByRole('option', { name: 'Blue lagoon ads' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/traffic-sources\/[\w-]{36}/);
    await page.getByRole('heading', { name: 'Blue lagoon ads' }).waitFor();
    await page.goto(product().urls.panel);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await searchFor(page, '');
    expect((await offered(page))[0]).toContain('Blue lagoon ads');
    await page.keyboard.type('no such thing');
    await page.getByText('No results for “no such thing”.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Search or run a command' }).waitFor({ state: 'hidden' });
    expect(complaints).toEqual([]);
  });

  test('acts: changes the theme, goes to a screen, signs out, all without waiting for the server', async (given) => {
    const { page } = await enter(given, '/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.route('**/search?*', () => undefined);
    await chooseTheme(page, 'dark th');
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
    // It goes with the person to another browser, and so does the way back.
    const { page: other } = await enter(given, '/', { colorScheme: 'light' });
    await other.locator('html[data-mantine-color-scheme="dark"]').waitFor();
    await chooseTheme(other, 'system th');
    await other.locator('html[data-mantine-color-scheme="light"]').waitFor();
    await other.context().close();
    await searchFor(page, 'account');
    await page.keyboard.press('Enter');
    await heading(page, 'Account');
    await searchFor(page, 'log out');
    await page.getByRole('option', { name: 'Sign out' }).waitFor();
    await page.keyboard.press('Enter');
    await heading(page, 'Sign in');
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('recent'))),
    ).toEqual([]);
  });

  test('says so where the server refuses', async (given) => {
    const { page } = await enter(given, '/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.route('**/search?*', (route) =>
      route.fulfill({
        status: 503,
        json: { error: { code: 'SERVICE_UNAVAILABLE', message: 'too busy', details: {} } },
      }),
    );
    await searchFor(page, 'sta');
    await page.getByRole('alert').getByText('Too busy.').waitFor();
    expect(await offered(page)).toContain('Overview');
  });
});

describe('each role is offered what it may do, and nothing else:', () => {
  for (const role of memberRoles.slice(-rounds(2, memberRoles.length)))
    test(role, async (given) => {
      const as = role === 'owner' ? owner() : await join(role);
      const { page } = await enter(given, '/', { as });
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page
        .getByRole('navigation', { name: 'Screens' })
        .getByRole('link', { name: 'Landing pages' })
        .waitFor();
      await page.getByTitle('Switch workspace').getByText(role, { exact: true }).waitFor();
      await searchFor(page, 'new');
      const creates = (await offered(page)).filter((label) => label.startsWith('New '));
      if (role === 'viewer') expect(creates).toEqual([]);
      else expect(creates).toEqual(expect.arrayContaining(['New landing page', 'New traffic source']));
    });
});

describe('a page that stays open', () => {
  test('says when the server is away, keeps what was typed, and goes on when it is back', async (given) => {
    const { page } = await enter(given, '/account');
    await heading(page, 'Account');
    await page.getByText('This device').waitFor();
    await page.locator('input[name="newPassword"]').fill('half a sentence');
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Overview' }).hover();
    await page.locator('input[name="currentPassword"]').fill('x');
    await press(page, 'Change password');
    await page.getByText('Can’t reach the server').first().waitFor();
    expect(await page.locator('input[name="newPassword"]').inputValue()).toBe('half a sentence');
    await page.context().setOffline(false);
    await page.getByText('Data on this page may be outdated').waitFor({ state: 'hidden' });
    expect(await page.locator('input[name="newPassword"]').inputValue()).toBe('half a sentence');
  });
});

test('long work is told while it runs, and its end until somebody has looked at it', async (given) => {
  const { id } = await api().createUpload({ kind: 'costs', fileName: 'spend.csv', dryRun: true });
  await api().sendUploadFile(id, new Blob(['campaign,from,to,amount\nNobody,2026-11-15,2026-11-15,1\n']));
  const { page, complaints } = await enter(given, '/account');
  let isReading = true;
  await page.route('**/uploads?*', async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({
      response,
      body: isReading ? text.replaceAll('"state":"done"', '"state":"reading"') : text,
    });
  });
  await page.reload();
  const bell = page.getByRole('button', { name: /^Notifications/ });
  await page.getByRole('button', { name: 'Notifications: 1 running' }).click();
  await page.getByText('Importing spend.csv').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  isReading = false;
  await page.getByRole('status').getByText('Notifications: 1 new').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Notifications: 1 new' }).click();
  await page.getByText('Preview of spend.csv ready').waitFor();
  await page.getByText('0 of 1 line can be imported').waitFor();
  await page.keyboard.press('Escape');
  await bell.waitFor({ state: 'hidden' });
  // Asked once more, it stays away.
  const answered = page.waitForResponse(/\/uploads\?/);
  await page.reload();
  await answered;
  await page.getByRole('status').first().waitFor({ state: 'attached' });
  expect(await bell.count()).toBe(0);
  expect(complaints).toEqual([]);
});

describe.each(looks('telephone'))('in %s, %s px wide', (colorScheme, width) => {
  test('the search and the menu fit and keep nobody out', async (given) => {
    const { page } = await enter(given, '/', { colorScheme, viewport: { width, height: 800 } });
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (width === 360) {
      await press(page, 'Open menu');
      await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Overview' }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await press(page, 'Search');
    } else {
      await press(page, 'Collapse sidebar');
      expect(await seriousFindings(page)).toEqual([]);
      await page.keyboard.press('Control+k');
    }
    await page.getByRole('option', { name: 'Sign out' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  });
});

test('an agent sends somebody here who signs in, allows it, sees it, and ends it again', async (given) => {
  const waiting = createServer((_, answer) => answer.end('You can close this window.'));
  await new Promise<void>((resolve) => waiting.listen(0, '127.0.0.1', resolve));
  const { port } = waiting.address() as AddressInfo;
  try {
    const agent = new TestAgent(product().urls.panel, {
      name: 'Lagoon assistant',
      redirectUrl: `http://127.0.0.1:${port}/callback`,
    });
    const asked = await agent.findWhereToAsk();
    const { page, complaints } = await open(given, asked.pathname + asked.search);
    // Who is not in signs in first, and then sees what they were sent for.
    await fill(page, 'email', owner().email);
    await fill(page, 'password', owner().password);
    await press(page, 'Sign in');
    await heading(page, 'Allow Lagoon assistant to read My workspace?');
    await page.getByText(`127.0.0.1:${port}`).waitFor();
    await page.getByText('Read-only access to:').waitFor();
    expect(await overflowOf(page)).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    await press(page, 'Allow');
    await page.getByText('You can close this window.').waitFor();
    await agent.finish(new URL(page.url()));
    const client = await agent.open();
    const { structuredContent } = await client.callTool({
      name: 'list_records',
      arguments: { type: 'trafficSource', search: 'lagoon' },
    });
    expect(structuredContent).toMatchObject({ data: { items: [{ name: 'Blue lagoon ads' }] } });

    await page.goto(`${product().urls.panel}/agents`);
    await page.getByRole('cell', { name: /^Lagoon assistant/ }).waitFor();
    await page.getByRole('textbox', { name: 'Server URL' }).getByText('/mcp').waitFor();
    await page.getByRole('textbox', { name: 'Setup for Claude Desktop' }).getByText('mcp-remote').waitFor();
    await page.getByRole('combobox', { name: 'Agent' }).click();
    await page.getByRole('option', { name: 'Gemini CLI' }).click();
    await page.getByRole('textbox', { name: 'Setup for Gemini CLI' }).getByText('"httpUrl"').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await press(page, 'Disconnect Lagoon assistant');
    await press(page, 'Disconnect');
    await page.getByText('No agents connected.').waitFor();
    await expect(client.callTool({ name: 'who_am_i', arguments: {} })).rejects.toThrow();
    // The address of a request that was answered leads to no second answer.
    await page.goto(`${product().urls.panel}/connect/${'x'.repeat(43)}`);
    await heading(page, 'Can’t approve this request');
    expect(complaints).toEqual([]);
  } finally {
    waiting.close();
  }
});
