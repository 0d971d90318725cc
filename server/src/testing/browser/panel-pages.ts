import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, type TestContext } from 'vitest';
import type { WaypostPanelClient } from '../../../../client/waypost-panel-client.ts';
import { hangLimitMs } from '../hang-limit.ts';
import { lightStoreEnvironment } from '../machine.ts';
import { removeDataDirectory, startProduct, type Product } from '../product/product.ts';
import { rounds } from '../rounds.ts';
import { useBrowser } from './browser.ts';
import {
  inviteAndJoin,
  ownPassword,
  readFirstAccess,
  signInBrowser,
  replaceFirstPassword,
  type Credentials,
} from './panel-access.ts';

// Without animations, the tests use a fifth less processor time. A full run includes the animations.
const reducedMotion = rounds(1, 0) === 1 ? 'reduce' : 'no-preference';

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

type OpenedPage = {
  page: Page;
  /** Errors in the browser console, including violations of the content security policy. */
  consoleErrors: string[];
};

type PanelPages = {
  product: () => Product;
  owner: () => Credentials;
  open: (test: TestContext, path: string, options?: BrowserContextOptions) => Promise<OpenedPage>;
  enter: (
    test: TestContext,
    path: string,
    options?: BrowserContextOptions & { as?: Credentials },
  ) => Promise<OpenedPage>;
  api: () => WaypostPanelClient;
  join: (role: 'admin' | 'member' | 'viewer') => Promise<Credentials>;
};

/**
 * Starts a browser, and an installation with as few processes as possible, for all tests in a file. Replaces the
 * temporary password unless `isFirstPassword` is set.
 */
export function usePanel({
  isFirstPassword = false,
  isFullRunOnly = false,
  environment = lightStoreEnvironment,
} = {}): PanelPages {
  const isUsed = !isFullRunOnly || rounds(0, 1) === 1;
  const browserFor = useBrowser({ isUsed });
  let product: Product;
  let owner: Credentials;
  let api: WaypostPanelClient;

  beforeAll(async () => {
    if (!isUsed) return;
    product = await startProduct({ environment });
    owner = readFirstAccess(product.dataDirectory);
    if (isFirstPassword) return;
    api = await replaceFirstPassword(product.urls.panel, owner);
    owner = { ...owner, password: ownPassword };
  });

  afterAll(async () => {
    if (!isUsed) return;
    await product.stop();
    removeDataDirectory(product.dataDirectory);
  });

  const sessions = new Map<string, Cookies>();

  // Most tests can share a session. Checking a password takes longer than most requests.
  async function resumeSession(context: BrowserContext, origin: string, person: Credentials): Promise<void> {
    await context.addCookies(sessions.get(person.email) ?? []);
    if ((await context.request.get(`${origin}/panel/api/me`)).ok()) return;
    await signInBrowser(context, origin, person);
    sessions.set(person.email, await context.cookies());
  }

  /** Closes the context after the test, because open pages keep polling the server. */
  async function newContext(test: TestContext, options: BrowserContextOptions): Promise<BrowserContext> {
    const context = await browserFor(test).newContext({ reducedMotion, ...options });
    test.onTestFinished(() => context.close());
    return context;
  }

  return {
    product: () => product,
    owner: () => owner,
    api: () => api,
    join: async (role) => await inviteAndJoin(product.urls.panel, api, role),
    open: async (test, path, options = {}) =>
      await openIn(await newContext(test, options), product.urls.panel + path),
    enter: async (test, path, { as = owner, ...options } = {}) => {
      const context = await newContext(test, options);
      const { panel } = product.urls;
      await resumeSession(context, panel, as);
      return await openIn(context, panel + path);
    },
  };
}

async function openIn(context: BrowserContext, address: string): Promise<OpenedPage> {
  context.setDefaultTimeout(hangLimitMs);
  const page = await context.newPage();
  const consoleErrors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text()))
      consoleErrors.push(message.text());
  });
  page.on('pageerror', ({ message }) => consoleErrors.push(message));
  await page.goto(address);
  return { page, consoleErrors };
}
