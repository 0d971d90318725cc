import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, type TestContext } from 'vitest';
import { useBrowser } from '../../src/testing/browser/browser.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { lightest } from '../../src/testing/machine.ts';
import { removeDataDirectory, startProduct, type Product } from '../../src/testing/product/product.ts';

let product: Product;
let elsewhere: Server;
const browserFor = useBrowser();

beforeAll(async () => {
  product = await startProduct({ environment: lightest });
  elsewhere = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>Another page</title>');
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '0.0.0.0', resolve));
});

afterAll(async () => {
  elsewhere.close();
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

type Asked = { method?: string; path: string; body?: unknown };

/** A request as a page of the browser makes it. */
async function ask(page: Page, asked: Asked): Promise<{ status: number; text: string }> {
  return await page.evaluate(async ({ method, path, body }: Asked) => {
    const response = await fetch(path, {
      method: method ?? 'GET',
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  }, asked);
}

/** A page of the panel whose browser is signed in; the test is named as not run where there is no browser. */
async function signIn(given: TestContext): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browserFor(given).newContext();
  context.setDefaultTimeout(hangLimitMs);
  const page = await context.newPage();
  await page.goto(product.urls.panel);
  const first = firstAccess();
  const enter = (password: string) =>
    ask(page, { method: 'POST', path: '/panel/api/session', body: { email: first.email, password } });
  // The first test changes the password that was printed, as everybody has to.
  if ((await enter(ownPassword)).status !== 200) {
    expect((await enter(first.password)).status).toBe(200);
    const change = { currentPassword: first.password, newPassword: ownPassword };
    const changed = await ask(page, { method: 'POST', path: '/panel/api/password', body: change });
    expect(changed.status).toBe(200);
  }
  return { context, page };
}

const landing = { name: 'From a browser', url: 'https://example.com/' };

/** Where the landings of the person's only workspace are. */
async function landingsOf(page: Page): Promise<string> {
  const { text } = await ask(page, { path: '/panel/api/me' });
  const { data } = JSON.parse(text) as { data: { lastWorkspaceId: string } };
  return `/panel/api/workspaces/${data.lastWorkspaceId}/landings`;
}

async function countLandings(page: Page): Promise<number> {
  const { text } = await ask(page, { path: await landingsOf(page) });
  return (JSON.parse(text) as { data: { meta: { total: number } } }).data.meta.total;
}

test('a browser that signs in keeps a cookie that no script can read, and is known by it', async (given) => {
  const { context, page } = await signIn(given);
  const cookie = (await context.cookies()).find(({ name }) => name === 'waypost');
  expect(cookie).toMatchObject({
    name: 'waypost',
    httpOnly: true,
    sameSite: 'Lax',
    secure: false,
    path: '/',
  });
  expect(await page.evaluate('document.cookie')).toBe('');
  expect((await ask(page, { path: '/panel/api/me' })).status).toBe(200);
  const whoami = await ask(page, { path: '/api/v1/whoami' });
  expect(JSON.parse(whoami.text)).toMatchObject({
    data: { provider: 'session', scope: 'write', keyId: null },
  });
  expect((await ask(page, { path: '/api/v1/landings' })).status).toBe(401);
  const path = await landingsOf(page);
  expect((await ask(page, { method: 'POST', path, body: landing })).status).toBe(200);
  expect((await ask(page, { method: 'DELETE', path: '/panel/api/session' })).status).toBe(200);
  expect((await context.cookies()).map(({ name }) => name)).toEqual(['waypost-browser']);
  expect((await ask(page, { path: '/panel/api/me' })).status).toBe(401);
  await context.close();
});

// The same host on another port is the same site, so the cookie comes along; another host is another site.
test.for(['127.0.0.1', 'localhost'])(
  'a page at %s can neither read nor write, whatever way it tries',
  async (host, given) => {
    const { context, page } = await signIn(given);
    const before = await countLandings(page);
    const landings = await landingsOf(page);
    const stranger = await context.newPage();
    await stranger.goto(`http://${host}:${(elsewhere.address() as AddressInfo).port}/`);
    const url = product.urls.panel;
    const attempts = await stranger.evaluate(
      async ({ base, body, place }) => {
        const attempt = async (path: string, options: RequestInit) => {
          try {
            const response = await fetch(`${base}${path}`, { credentials: 'include', ...options });
            return response.type === 'opaque' ? 'opaque' : `read ${response.status}`;
          } catch {
            return 'refused';
          }
        };
        const json = { 'content-type': 'application/json' };
        return [
          await attempt('/panel/api/me', {}),
          await attempt(place, { method: 'POST', headers: json, body }),
          await attempt(place, { method: 'POST', mode: 'no-cors', body }),
          await attempt('/panel/api/session', { method: 'DELETE' }),
        ];
      },
      { base: url, body: JSON.stringify(landing), place: landings },
    );
    expect(attempts).toEqual(['refused', 'refused', 'opaque', 'refused']);
    await stranger.setContent(
      `<form method="post" enctype="text/plain" action="${url}${landings}"><input name='{"name":"x","url":"https://example.com/","q":"' value='"}'></form>`,
    );
    const [response] = await Promise.all([
      stranger.waitForResponse((one) => one.url().endsWith(landings)),
      stranger.evaluate('document.forms[0].submit()'),
    ]);
    expect([401, 403]).toContain(response.status());
    expect(await countLandings(page)).toBe(before);
    expect((await ask(page, { path: '/panel/api/me' })).status).toBe(200);
    await context.close();
  },
);

test('the descriptions can be read in a narrow window without a sideways scroll', async (given) => {
  const { context, page } = await signIn(given);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`${product.urls.panel}/docs`);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  await context.close();
});
