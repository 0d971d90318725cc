import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, type TestContext } from 'vitest';
import { useBrowser } from '../../src/testing/browser/browser.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { lightest } from '../../src/testing/machine.ts';
import { removeDataDirectory, startProduct, type Product } from '../../src/testing/product/product.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const ownPassword = 'seven lanterns drift by the quiet mill';
const laterPassword = 'nine kettles hum above the old harbour';

let product: Product;
let email: string;
let password: string;
const browserFor = useBrowser();

beforeAll(async () => {
  product = await startProduct({ environment: lightest });
  const text = readFileSync(join(product.dataDirectory, 'first-access.txt'), 'utf8');
  email = /^Sign in +(\S+)/m.exec(text)?.[1] ?? '';
  password = /^Password +(\S+)/m.exec(text)?.[1] ?? '';
});

afterAll(async () => {
  await product.stop();
  removeDataDirectory(product.dataDirectory);
});

/** A page of the panel, and what its console complains of: a broken policy is told there. */
async function open(
  given: TestContext,
  path: string,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; complaints: string[] }> {
  const context = await browserFor(given).newContext(options);
  context.setDefaultTimeout(hangLimitMs);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text()))
      complaints.push(message.text());
  });
  page.on('pageerror', ({ message }) => complaints.push(message));
  await page.goto(`${product.urls.panel}${path}`);
  return { page, complaints };
}

const fill = async (page: Page, name: string, value: string) =>
  await page.locator(`input[name="${name}"]`).fill(value);
const press = async (page: Page, name: string) =>
  await page.getByRole('button', { name, exact: true }).click();
const heading = async (page: Page, name: string) => await page.getByRole('heading', { name }).waitFor();

async function signIn(page: Page): Promise<void> {
  await fill(page, 'email', email);
  await fill(page, 'password', password);
  await press(page, 'Sign in');
}

/** What axe finds that keeps people out. */
async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return await page.evaluate(async () => {
    type Finding = { id: string; impact: string; nodes: { html: string }[] };
    const { run } = (globalThis as unknown as { axe: { run: () => Promise<{ violations: Finding[] }> } }).axe;
    const { violations } = await run();
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
}

describe('getting in', () => {
  test('a first start leads to the sign-in, to a password of one’s own, and to the screen asked for', async (given) => {
    const { page, complaints } = await open(given, `/account?email=${encodeURIComponent(email)}`);
    await heading(page, 'Sign in');
    expect(await page.locator('input[name="email"]').inputValue()).toBe(email);
    await fill(page, 'password', 'not the password');
    await press(page, 'Sign in');
    await page.getByRole('alert').waitFor();
    await fill(page, 'password', password);
    await press(page, 'Sign in');
    await heading(page, 'Choose your own password');
    await fill(page, 'currentPassword', password);
    await fill(page, 'newPassword', 'Passw0rd!Passw0rd!');
    await press(page, 'Set it and go on');
    await page.getByText('Repeats the same piece').waitFor();
    await fill(page, 'newPassword', ownPassword);
    await press(page, 'Set it and go on');
    await heading(page, 'Your account');
    password = ownPassword;
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('an ended session asks over the page, and what was typed goes on', async (given) => {
    const { page, complaints } = await open(given, '/account');
    await signIn(page);
    await heading(page, 'Your account');
    await fill(page, 'currentPassword', password);
    await fill(page, 'newPassword', laterPassword);
    await page.context().clearCookies({ name: 'waypost' });
    await press(page, 'Change the password');
    await heading(page, 'Your session has ended');
    await page.getByRole('dialog').locator('input[name="password"]').fill(password);
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Your other sessions have ended').waitFor();
    password = laterPassword;
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('addresses that are nobody’s open the panel, and those of the API stay the API’s', async (given) => {
    const { page } = await open(given, '/nothing/here');
    await heading(page, 'There is nothing here');
    const answer = await page.request.get(`${product.urls.panel}/panel/api/nothing`, {
      headers: { accept: 'text/html' },
    });
    expect(answer.headers()['content-type']).toContain('application/json');
    const page2 = await page.request.get(product.urls.panel);
    const policy = page2.headers()['content-security-policy'] ?? '';
    expect(policy).toMatch(/style-src 'self' 'nonce-[\w-]{22}'/);
    expect(policy).not.toContain('unsafe');
    await page.context().close();
  });
});

describe.each([
  ['light', 360],
  ['light', 1280],
  ['dark', 360],
  ['dark', 1280],
] as const)('in %s, %s px wide', (colorScheme, width) => {
  test('screens fit and keep nobody out', async (given) => {
    const { page, complaints } = await open(given, '/account', {
      colorScheme,
      viewport: { width, height: 800 },
    });
    await heading(page, 'Sign in');
    expect(await seriousFindings(page)).toEqual([]);
    await signIn(page);
    await heading(page, 'Your account');
    await page.getByText('this one').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    expect(overflow).toBeLessThanOrEqual(0);
    if (width === 360) await press(page, 'Open the menu');
    await page.getByRole('link', { name: 'Start' }).click();
    await heading(page, 'My workspace');
    expect(await seriousFindings(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
