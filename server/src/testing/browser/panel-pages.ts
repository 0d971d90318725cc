import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, type TestContext } from 'vitest';
import type { WaypostPanelClient } from '../../../../client/waypost-panel-client.ts';
import { hangLimitMs } from '../hang-limit.ts';
import { lightest } from '../machine.ts';
import { removeDataDirectory, startProduct, type Product } from '../product/product.ts';
import { useBrowser } from './browser.ts';
import {
  inviteAndJoin,
  ownPassword,
  readFirstAccess,
  signInBrowser,
  replaceFirstPassword,
  type Credentials,
} from './panel-access.ts';

type OpenedPage = {
  page: Page;
  /** What its console complains of: a broken policy is told there. */
  complaints: string[];
};

type PanelPages = {
  product: () => Product;
  /** Of the person who may do everything. */
  owner: () => Credentials;
  /** A page in a browser that nobody is signed in with. */
  open: (given: TestContext, path: string, options?: BrowserContextOptions) => Promise<OpenedPage>;
  /** A page as this person sees it; the owner where nobody is named. */
  enter: (
    given: TestContext,
    path: string,
    options?: BrowserContextOptions & { as?: Credentials },
  ) => Promise<OpenedPage>;
  /** What the owner's screens ask, without a browser; it stands in the first workspace. */
  api: () => WaypostPanelClient;
  /** Brings somebody else into that workspace. */
  join: (role: 'admin' | 'member' | 'viewer') => Promise<Credentials>;
};

/**
 * A product with the fewest processes and a browser, for all tests of a file. The first password is changed before,
 * unless the file is about that.
 */
export function usePanel({ isFirstPassword = false, environment = lightest } = {}): PanelPages {
  const browserFor = useBrowser();
  let product: Product;
  let owner: Credentials;
  let api: WaypostPanelClient;

  beforeAll(async () => {
    product = await startProduct({ environment });
    owner = readFirstAccess(product.dataDirectory);
    if (isFirstPassword) return;
    api = await replaceFirstPassword(product.urls.panel, owner);
    owner = { ...owner, password: ownPassword };
  });

  afterAll(async () => {
    await product.stop();
    removeDataDirectory(product.dataDirectory);
  });

  /** Closed after the test: pages that are left open go on asking the product how it is. */
  async function newContext(given: TestContext, options: BrowserContextOptions): Promise<BrowserContext> {
    const context = await browserFor(given).newContext(options);
    given.onTestFinished(() => context.close());
    return context;
  }

  return {
    product: () => product,
    owner: () => owner,
    api: () => api,
    join: async (role) => await inviteAndJoin(product.urls.panel, api, role),
    open: async (given, path, options = {}) =>
      await openIn(await newContext(given, options), product.urls.panel + path),
    enter: async (given, path, { as = owner, ...options } = {}) => {
      const context = await newContext(given, options);
      const { panel } = product.urls;
      await signInBrowser(context, panel, as);
      return await openIn(context, panel + path);
    },
  };
}

async function openIn(context: BrowserContext, address: string): Promise<OpenedPage> {
  context.setDefaultTimeout(hangLimitMs);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text()))
      complaints.push(message.text());
  });
  page.on('pageerror', ({ message }) => complaints.push(message));
  await page.goto(address);
  return { page, complaints };
}
