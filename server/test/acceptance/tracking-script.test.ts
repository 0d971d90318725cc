import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test, type TestContext } from 'vitest';
import type { CampaignDocument } from '../../src/domain/publishing/campaign-document.ts';
import { newId } from '../../src/platform/ids.ts';
import { useBrowser } from '../../src/testing/browser/browser.ts';
import { startPageSite, type PageSite } from '../../src/testing/browser/page-site.ts';
import { makeCampaignDocument } from '../../src/testing/edge/campaign-document.ts';
import { makeEdgeServer, type EdgeServer } from '../../src/testing/edge/edge-server.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';

let site: PageSite;
let origin: string;
const browserFor = useBrowser();

beforeAll(async () => {
  site = await startPageSite();
  ({ origin } = site);
});

afterEach(() => site.clear());

afterAll(() => site.close());

type Setup = {
  edge: EdgeServer;
  page: Page;
  document: CampaignDocument;
  base: string;
  consoleErrors: string[];
};

/**
 * Starts an edge, serves pages at /lp and /two, and opens a browser. The pages load the script under the strictest
 * content security policy.
 */
async function openSetup(
  testContext: TestContext,
  { html = '', attributes = '', change = {} }: { html?: string; attributes?: string; change?: object } = {},
): Promise<Setup> {
  const browser = browserFor(testContext);
  const document = makeDocument(change);
  const edge = await makeEdgeServer({ documents: [document] });
  const base = `http://127.0.0.1:${edge.port}`;
  const policy = `default-src 'none'; script-src ${base}; connect-src ${base}`;
  const tag = `<script src="${base}/t.js" data-campaign="${document.campaign.id}" ${attributes} async></script>`;
  for (const path of ['/lp', '/two'])
    site.show(path, { html: `${tag}${html.replaceAll('BASE', base)}`, policy });
  const context = await browser.newContext();
  context.setDefaultTimeout(hangLimitMs);
  testContext.onTestFinished(async () => await context.close());
  const page = await context.newPage();
  const consoleErrors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') consoleErrors.push(message.text());
  });
  page.on('pageerror', (error) => consoleErrors.push(error.message));
  return { edge, page, document, base, consoleErrors };
}

function makeDocument(change: object): CampaignDocument {
  const tokens = [{ index: 1, param: 'zone' }];
  const document = makeCampaignDocument({
    source: { id: newId(), name: '', clickIdParam: 'ext', costParam: null, tokens },
    ...change,
  });
  for (const landing of document.landings) landing.url = `${origin}/lp?cid={clickid}`;
  for (const offer of document.offers) offer.url = `${origin}/offer?sub={clickid}`;
  return document;
}

const clickIdOf = async (page: Page) => await page.evaluate<string>('waypost.cid');
const stored = async (page: Page) =>
  await page.evaluate<string | null>('localStorage.getItem(localStorage.key(0))');

test('a page on another origin reports its visit once under a strict content security policy', async (testContext) => {
  const { edge, page, document, consoleErrors } = await openSetup(testContext);
  site.show('/from', { html: `<a href="${origin}/lp?zone=7&ext=abc#top">Go</a>` });
  await page.goto(`${site.otherOrigin}/from`);
  await page.click('a');
  await page.waitForURL(`${origin}/lp**`);
  const cid = await clickIdOf(page);
  expect(edge.visits()).toHaveLength(1);
  const [row] = edge.visits();
  expect(edge.clickIds.decode(cid)?.visitId).toBe(row?.id);
  expect(row).toMatchObject({
    outcome: 'direct',
    token1: '7',
    external_id: 'abc',
    landing_id: document.landings[0]?.id,
    offer_id: document.offers[0]?.id,
    referrer: `${site.otherOrigin}/`,
  });
  expect(JSON.parse((await stored(page)) ?? '')).toMatchObject({ cid, m: expect.any(String) as string });
  expect(consoleErrors).toEqual([]);
  expect(edge.failures).toEqual([]);
});

test('reloads and navigation within the site belong to one visit; arriving with different link parameters starts a new visit', async (testContext) => {
  const { edge, page } = await openSetup(testContext, { html: '<a id="on" href="/two">On</a>' });
  await page.goto(`${origin}/lp?zone=1`);
  const cid = await clickIdOf(page);
  await page.reload();
  expect(await clickIdOf(page)).toBe(cid);
  await page.click('#on');
  await page.waitForURL(`${origin}/two`);
  expect(await clickIdOf(page)).toBe(cid);
  await page.goBack();
  expect(await clickIdOf(page)).toBe(cid);
  expect(edge.visits()).toHaveLength(1);
  await page.goto(`${origin}/lp?zone=2`);
  expect(await clickIdOf(page)).not.toBe(cid);
  expect(edge.visits().map((row) => [row.token1, row.is_unique])).toEqual([
    ['1', '1'],
    ['2', ''],
  ]);
});

test('a redirected visitor is not reported again, and keeps the click ID across pages', async (testContext) => {
  const { edge, page, document, base } = await openSetup(testContext, {
    html: '<a id="on" href="/two">On</a>',
  });
  await page.goto(`${base}/c/${document.campaign.id}?zone=9`);
  expect(page.url()).toMatch(new RegExp(`^${origin}/lp\\?cid=[0-9A-Za-z]{38}$`));
  const cid = new URL(page.url()).searchParams.get('cid') ?? '';
  expect(await clickIdOf(page)).toBe(cid);
  await page.click('#on');
  await page.waitForURL(`${origin}/two`);
  expect(await clickIdOf(page)).toBe(cid);
  expect(edge.visits().map((row) => row.outcome)).toEqual(['landing']);
});

test('waypost.click() goes to the offer with the click ID of the visit', async (testContext) => {
  const { edge, page } = await openSetup(testContext);
  await page.goto(`${origin}/lp`);
  const cid = await clickIdOf(page);
  await Promise.all([page.waitForURL(`${origin}/offer**`), page.evaluate('void waypost.click()')]);
  expect(new URL(page.url()).searchParams.get('sub')).toBe(cid);
  await page.goBack();
  await Promise.all([page.waitForURL(`${origin}/offer**`), page.evaluate('void waypost.click(2)')]);
  expect(edge.clicks().map((row) => [row.link, row.visit_id])).toEqual([
    ['', edge.visits()[0]?.id],
    ['2', edge.visits()[0]?.id],
  ]);
});

test('links and forms that lead to an offer receive the click ID, even if they are added later', async (testContext) => {
  const html = `<a id="one" href="BASE/go">1</a><a id="two" href="BASE/go/2?x=a%20b#c">2</a>
    <a id="given" href="BASE/go?cid=${'A'.repeat(38)}">3</a><a id="other" href="BASE/google">4</a>
    <form id="get" action="BASE/go"><input name="q" value="1"><button id="send">Send</button></form>
    <form method="post" action="BASE/go/3"><button id="post">Post</button></form>`;
  const { edge, page, base } = await openSetup(testContext, { html });
  await page.goto(`${origin}/lp`);
  const cid = await clickIdOf(page);
  const hrefs = await page.$$eval('a', (links) => links.map((link) => String(link.getAttribute('href'))));
  expect(hrefs).toEqual([
    `${base}/go?cid=${cid}`,
    `${base}/go/2?x=a+b&cid=${cid}#c`,
    `${base}/go?cid=${'A'.repeat(38)}`,
    `${base}/google`,
  ]);
  for (const id of ['later', 'send', 'post']) {
    await page.goto(`${origin}/lp`);
    await clickIdOf(page);
    if (id === 'later')
      await page.evaluate(
        `document.body.insertAdjacentHTML('beforeend', '<a id="later" href="${base}/go">5</a>')`,
      );
    await page.click(`#${id}`);
    await page.waitForURL(`${origin}/offer**`);
    const visitId = edge.visits().at(-1)?.id;
    expect([edge.clicks().at(-1)?.visit_id, edge.clickIds.decode(subOf(page))?.visitId]).toEqual([
      visitId,
      visitId,
    ]);
  }
  expect(edge.clicks().map((row) => row.link)).toEqual(['', '', '3']);
});

const subOf = (page: Page) => new URL(page.url()).searchParams.get('sub') ?? '';

test('a click made before the visit is confirmed waits for the confirmation', async (testContext) => {
  const { edge, page } = await openSetup(testContext, { html: '<a id="one" href="BASE/go">1</a>' });
  const { visits } = edge.parts;
  let release: (() => void) | undefined;
  const isReported = new Promise<void>((resolve) => {
    edge.parts.visits = {
      append: (row, timeMs, done) => {
        release = () => visits.append(row, timeMs, done);
        resolve();
      },
    };
  });
  await page.goto(`${origin}/lp`);
  await isReported;
  await page.click('#one');
  expect([page.url(), edge.clicks()]).toEqual([`${origin}/lp`, []]);
  release?.();
  await page.waitForURL(`${origin}/offer**`);
  expect(edge.clicks()[0]?.visit_id).toBe(edge.visits()[0]?.id);
});

test('tags are recorded for the visit, including tags queued before the script loads', async (testContext) => {
  const { edge, page, document, base } = await openSetup(testContext);
  site.show('/early.js', { script: `window.waypost = { q: [(tracker) => tracker.tag('early')] };` });
  site.show('/early', {
    html: `<script src="/early.js"></script><script src="${base}/t.js" data-campaign="${document.campaign.id}"></script>`,
    policy: `default-src 'none'; script-src 'self' ${base}; connect-src ${base}`,
  });
  await page.goto(`${origin}/early`);
  await page.evaluate(`waypost.tag('scrolled', 'read')`);
  await page.evaluate(`waypost.q.push((tracker) => tracker.tag('late'))`);
  await expect.poll(() => edge.clicks().length).toBe(3);
  // Tags are sent separately, so they can arrive in any order.
  const tags = edge.clicks().map((row) => row.tags);
  expect(tags.toSorted()).toEqual(["['early']", "['late']", "['scrolled','read']"]);
  expect(new Set(edge.clicks().map((row) => row.visit_id))).toEqual(new Set([edge.visits()[0]?.id]));
});

test('an event from the page is recorded for the visit', async (testContext) => {
  const { edge, page } = await openSetup(testContext);
  await page.goto(`${origin}/lp`);
  await page.evaluate(`waypost.event('lead', { payout: 2.5, txid: 'order 7' })`);
  await expect.poll(() => edge.inbox().length).toBe(1);
  const body: unknown = JSON.parse(Buffer.from(edge.inbox()[0]?.body ?? '', 'base64').toString());
  const cid = await page.evaluate('waypost.cid');
  expect(body).toEqual({ cid, from: 'page', event: 'lead', payout: '2.5', txid: 'order 7' });
});

test('a page that loads the script twice reports one visit', async (testContext) => {
  const { edge, page, document, base } = await openSetup(testContext);
  const tag = `<script src="${base}/t.js" data-campaign="${document.campaign.id}"></script>`;
  site.show('/twice', { html: `${tag}${tag}` });
  await page.goto(`${origin}/twice`);
  await clickIdOf(page);
  await page.evaluate(`waypost.tag('after')`);
  expect(edge.visits()).toHaveLength(1);
});

test('the page works if the browser denies storage', async (testContext) => {
  const { edge, page, consoleErrors } = await openSetup(testContext, { html: '<a href="BASE/go">1</a>' });
  site.show('/frame', { html: '<iframe sandbox="allow-scripts" src="/lp"></iframe>' });
  await page.goto(`${origin}/frame`);
  const frame = page.frames()[1];
  if (frame === undefined) throw new Error('no frame');
  const cid = await frame.evaluate<string>('waypost.cid');
  await expect(frame.evaluate('localStorage.length')).rejects.toThrow(/sandboxed|denied/i);
  expect(edge.clickIds.decode(cid)?.visitId).toBe(edge.visits()[0]?.id);
  expect(await frame.getAttribute('a', 'href')).toContain(cid);
  expect(consoleErrors).toEqual([]);
});

test.for([
  ['the workspace is cookieless', '', { visitors: 'cookieless' }],
  ['the page disables storage', 'data-storage="none"', {}],
] as const)('the script stores nothing in the browser if %s', async ([, attributes, change], testContext) => {
  const { page } = await openSetup(testContext, { attributes, change });
  await page.goto(`${origin}/lp`);
  expect(await clickIdOf(page)).toHaveLength(38);
  expect(await page.evaluate('localStorage.length')).toBe(0);
  expect(await page.context().cookies()).toEqual([]);
});

test('an unknown campaign leaves the page unchanged', async (testContext) => {
  const { page, base } = await openSetup(testContext, { html: '<a href="BASE/go">1</a>' });
  site.show('/unknown', {
    html: `<script src="${base}/t.js" data-campaign="${newId()}"></script><a href="${base}/go">1</a>`,
  });
  await page.goto(`${origin}/unknown`);
  expect(await page.evaluate('waypost.cid')).toBeUndefined();
  expect(await page.getAttribute('a', 'href')).toBe(`${base}/go`);
});

test.for(['the link', 'waypost.click()'])(
  '%s leads to an offer of the campaign if the visit could not be reported',
  async (trigger, testContext) => {
    const { edge, page, document } = await openSetup(testContext, { html: '<a href="BASE/go">1</a>' });
    await page.route('**/v', async (route) => await route.abort());
    await page.goto(`${origin}/lp`);
    expect(await page.evaluate('waypost.cid')).toBeUndefined();
    if (trigger === 'the link') await page.click('a');
    else await page.evaluate('void waypost.click()');
    await page.waitForURL(`${origin}/offer**`);
    expect(edge.clicks()[0]).toMatchObject({ outcome: 'offer', campaign_id: document.campaign.id });
    expect(edge.clicks()[0]?.reasons).toContain('visit-unknown');
    expect(edge.visits()).toEqual([]);
  },
);

test('a prerendered page is reported when it is shown', async (testContext) => {
  const { edge, page } = await openSetup(testContext);
  // The test browser does not prerender pages, so the test fakes this state.
  await page.addInitScript(`Object.defineProperty(document, 'prerendering', { value: true })`);
  await page.goto(`${origin}/lp`);
  await page.evaluate('void waypost.tag("seen")');
  await page.waitForLoadState('networkidle');
  expect([edge.visits(), edge.clicks()]).toEqual([[], []]);
  await page.evaluate(`document.dispatchEvent(new Event('prerenderingchange'))`);
  expect(await clickIdOf(page)).toHaveLength(38);
  expect(edge.visits()).toHaveLength(1);
  await expect.poll(() => edge.clicks().length).toBe(1);
});
