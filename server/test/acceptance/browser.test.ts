import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, type TestContext } from 'vitest';
import { useBrowser } from '../../src/testing/browser/browser.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { lightStoreEnvironment } from '../../src/testing/machine.ts';
import { removeDataDirectory, startProduct, type Product } from '../../src/testing/product/product.ts';

let product: Product;
let otherSite: Server;
const browserFor = useBrowser();

beforeAll(async () => {
  product = await startProduct({ environment: lightStoreEnvironment });
  otherSite = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>Another page</title>');
  });
  await new Promise<void>((resolve) => otherSite.listen(0, '0.0.0.0', resolve));
});

afterAll(async () => {
  otherSite.close();
  await product.stop();
  removeDataDirectory(product.dataDirectory);
});

const ownPassword = 'seven green bicycles at dawn';

const firstAccess = () => {
  const text = readFileSync(join(product.dataDirectory, 'first-access.txt'), 'utf8');
  return {
    email: /^Sign in +(\S+)/m.exec(text)?.[1] ?? '',
    password: /^Password +(\S+)/m.exec(text)?.[1] ?? '',
  };
};

type PageRequest = { method?: string; path: string; body?: unknown };

async function send(page: Page, request: PageRequest): Promise<{ status: number; text: string }> {
  return await page.evaluate(async ({ method, path, body }: PageRequest) => {
    const response = await fetch(path, {
      method: method ?? 'GET',
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  }, request);
}

/** Opens the panel in a signed-in browser. Skips the test if no browser is available. */
async function signIn(testContext: TestContext): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browserFor(testContext).newContext();
  context.setDefaultTimeout(hangLimitMs);
  const page = await context.newPage();
  await page.goto(product.urls.panel);
  const first = firstAccess();
  const enter = (password: string) =>
    send(page, { method: 'POST', path: '/panel/api/session', body: { email: first.email, password } });
  // The first call replaces the temporary password, as the server requires.
  if ((await enter(ownPassword)).status !== 200) {
    expect((await enter(first.password)).status).toBe(200);
    const change = { currentPassword: first.password, newPassword: ownPassword };
    const changed = await send(page, { method: 'POST', path: '/panel/api/password', body: change });
    expect(changed.status).toBe(200);
  }
  return { context, page };
}

const landing = { name: 'From a browser', url: 'https://example.com/' };

async function landingsOf(page: Page): Promise<string> {
  const { text } = await send(page, { path: '/panel/api/me' });
  const { data } = JSON.parse(text) as { data: { lastWorkspaceId: string } };
  return `/panel/api/workspaces/${data.lastWorkspaceId}/landings`;
}

async function countLandings(page: Page): Promise<number> {
  const { text } = await send(page, { path: await landingsOf(page) });
  return (JSON.parse(text) as { data: { meta: { total: number } } }).data.meta.total;
}

test('signing in sets a cookie that scripts cannot read and that authenticates requests', async (testContext) => {
  const { context, page } = await signIn(testContext);
  const cookie = (await context.cookies()).find(({ name }) => name === 'waypost');
  expect(cookie).toMatchObject({
    name: 'waypost',
    httpOnly: true,
    sameSite: 'Lax',
    secure: false,
    path: '/',
  });
  expect(await page.evaluate('document.cookie')).toBe('');
  expect((await send(page, { path: '/panel/api/me' })).status).toBe(200);
  const whoami = await send(page, { path: '/api/v1/whoami' });
  expect(JSON.parse(whoami.text)).toMatchObject({
    data: { provider: 'session', scope: 'write', keyId: null },
  });
  expect((await send(page, { path: '/api/v1/landings' })).status).toBe(401);
  const path = await landingsOf(page);
  expect((await send(page, { method: 'POST', path, body: landing })).status).toBe(200);
  expect((await send(page, { method: 'DELETE', path: '/panel/api/session' })).status).toBe(200);
  expect((await context.cookies()).map(({ name }) => name)).toEqual(['waypost-browser']);
  expect((await send(page, { path: '/panel/api/me' })).status).toBe(401);
  await context.close();
});

// 127.0.0.1 on a different port is the same site as the panel, so cookies are sent; `localhost` is a different site.
test.for(['127.0.0.1', 'localhost'])(
  'a page on another origin (%s) can neither read nor write panel data',
  async (host, testContext) => {
    const { context, page } = await signIn(testContext);
    const before = await countLandings(page);
    const landings = await landingsOf(page);
    const otherPage = await context.newPage();
    await otherPage.goto(`http://${host}:${(otherSite.address() as AddressInfo).port}/`);
    const url = product.urls.panel;
    const attempts = await otherPage.evaluate(
      async ({ base, body, path }) => {
        const attempt = async (target: string, options: RequestInit) => {
          try {
            const response = await fetch(`${base}${target}`, { credentials: 'include', ...options });
            return response.type === 'opaque' ? 'opaque' : `read ${response.status}`;
          } catch {
            return 'refused';
          }
        };
        const json = { 'content-type': 'application/json' };
        return [
          await attempt('/panel/api/me', {}),
          await attempt(path, { method: 'POST', headers: json, body }),
          await attempt(path, { method: 'POST', mode: 'no-cors', body }),
          await attempt('/panel/api/session', { method: 'DELETE' }),
        ];
      },
      { base: url, body: JSON.stringify(landing), path: landings },
    );
    expect(attempts).toEqual(['refused', 'refused', 'opaque', 'refused']);
    await otherPage.setContent(
      `<form method="post" enctype="text/plain" action="${url}${landings}"><input name='{"name":"x","url":"https://example.com/","q":"' value='"}'></form>`,
    );
    const [response] = await Promise.all([
      otherPage.waitForResponse((one) => one.url().endsWith(landings)),
      otherPage.evaluate('document.forms[0].submit()'),
    ]);
    expect([401, 403]).toContain(response.status());
    expect(await countLandings(page)).toBe(before);
    expect((await send(page, { path: '/panel/api/me' })).status).toBe(200);
    await context.close();
  },
);

test('the API reference does not scroll sideways in a narrow window', async (testContext) => {
  const { context, page } = await signIn(testContext);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`${product.urls.panel}/docs`);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  await context.close();
});
