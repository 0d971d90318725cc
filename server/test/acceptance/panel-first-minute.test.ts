import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, type TestContext } from 'vitest';
import { startPageSite, type PageSite } from '../../src/testing/browser/page-site.ts';
import {
  heading,
  displayModes,
  horizontalOverflow,
  press,
  accessibilityViolations,
  tabTo,
} from '../../src/testing/browser/panel-actions.ts';
import { ownPassword, type Credentials } from '../../src/testing/browser/panel-access.ts';
import { usePanel } from '../../src/testing/browser/panel-pages.ts';
import { fullTest } from '../../src/testing/rounds.ts';

// The tests depend on each other: the first test creates the campaign that the other tests use.

// The user agent of a headless browser would be classified as a bot, and reports leave bots out.
const person = {
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  extraHTTPHeaders: { 'sec-ch-ua': '"Chromium";v="140", "Google Chrome";v="140"' },
};
const clicksMax = 20;

const { product, owner, open, enter } = usePanel({ isFirstPassword: true });
let site: PageSite;
let signedIn: Credentials;
let campaign = '';

beforeAll(async () => {
  site = await startPageSite();
  signedIn = { ...owner(), password: ownPassword };
});

afterAll(() => site.close());

const sourceInput = (page: Page) => page.getByRole('combobox', { name: 'Traffic source' });
const field = (page: Page, label: string | RegExp) => page.getByRole('textbox', { name: label });

/** Sends a request to the panel API with the page's session. */
async function getData<Data>(page: Page, path: string): Promise<Data> {
  const { panel } = product().urls;
  const me = (await (await page.request.get(`${panel}/panel/api/me`)).json()) as {
    data: { workspaces: { id: string }[] };
  };
  const answer = await page.request.get(`${panel}/panel/api/workspaces/${me.data.workspaces[0]?.id}${path}`);
  return ((await answer.json()) as { data: Data }).data;
}

type Report = { rows: { visits: number; conversions: number; revenue: number }[] };

function queryReport(page: Page, ...filters: string[]): Promise<Report> {
  const [from, to] = [-86_400_000, 86_400_000].map((ms) =>
    new Date(Date.now() + ms).toISOString().slice(0, 10),
  );
  const filter = [`campaign=${campaign}`, ...filters].map(encodeURIComponent).join(',');
  const query = `dimensions=campaign&metrics=visits,conversions,revenue&filter=${filter}`;
  return getData<Report>(page, `/reports?from=${from}&to=${to}&${query}`);
}

test('a new installation shows a conversion in a report after fewer than twenty clicks', async (testContext) => {
  const { page, consoleErrors } = await open(
    testContext,
    `/?email=${encodeURIComponent(signedIn.email)}`,
    person,
  );
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };
  // Counts a click for each field, even if the field can be reached with Tab.
  const fill = async (target: Locator, text: string) => {
    await click(target);
    await target.fill(text);
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  await fill(page.locator('input[name="password"]'), owner().password);
  await click(button('Sign in'));
  await fill(page.locator('input[name="currentPassword"]'), owner().password);
  await fill(page.locator('input[name="newPassword"]'), ownPassword);
  await click(button('Save and continue'));
  await heading(page, 'My workspace');

  await click(sourceInput(page));
  await click(page.getByRole('option', { name: 'Taboola' }));
  await fill(field(page, 'Offer URL'), `${site.origin}/offer?aff=7`);
  await fill(field(page, 'Click ID parameter'), 'subid');
  await fill(field(page, 'Payout (USD)'), '12.5');
  await fill(page.getByRole('combobox', { name: 'Affiliate network' }), 'Good Network');
  await click(button('Create campaign link'));
  await heading(page, 'Your campaign link');
  campaign = new URL(page.url()).searchParams.get('campaign') ?? '';
  const link = await page.getByRole('textbox', { name: 'Campaign link' }).innerText();
  expect(link).toContain(`/c/${campaign}?clickid={click_id}&campaign_id={campaign_id}`);
  expect(await page.getByRole('textbox', { name: 'Incoming postback URL' }).innerText()).toMatch(
    /\/e\/[\w-]{43}\?cid=\{click_id\}&payout=\{payout\}/,
  );

  const opened = page.context().waitForEvent('page');
  await click(page.getByRole('link', { name: 'Send test visit' }));
  const tab = await opened;
  await tab.waitForURL(`${site.origin}/**`);
  const clickId = new URL(tab.url()).searchParams.get('subid') ?? '';
  await page.getByText('Visit recorded: ').waitFor();
  await page.getByText(`Redirected to ${tab.url()}`).waitFor();
  await page.getByText(clickId, { exact: true }).waitFor();
  expect(await page.getByText('Detected as a bot').count()).toBe(0);
  await click(button('Send test conversion'));
  await page.getByText('payout 12.5 USD').waitFor();
  await page.getByText('No postback sent to Taboola').waitFor();
  expect(clicks).toBeLessThan(clicksMax);
  expect(consoleErrors).toEqual([]);

  const counted = { visits: 1, conversions: 1, revenue: 12.5 };
  await expect.poll(() => queryReport(page, 'tag=waypost-test')).toMatchObject({ rows: [counted] });
  // Reports leave test traffic out by default.
  expect((await queryReport(page)).rows).toEqual([]);
});

test('setting up another link starts with an empty form and leaves the previous campaign unchanged', async (testContext) => {
  const { page } = await enter(testContext, '/', { as: signedIn });
  const setUp = async (source: string, path: string) => {
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('link', { name: 'New campaign link' }).click();
    await sourceInput(page).waitFor();
    expect(await sourceInput(page).inputValue()).toBe('');
    expect(await field(page, 'Offer URL').inputValue()).toBe('');
    await sourceInput(page).click();
    await page.getByRole('option', { name: source, exact: true }).click();
    await field(page, 'Offer URL').fill(`${site.origin}/${path}?s={clickid}`);
    await press(page, 'Create campaign link');
    await heading(page, 'Your campaign link');
    return new URL(page.url()).searchParams.get('campaign') ?? '';
  };
  const first = await setUp('Outbrain', 'first');
  const before = await getData(page, `/campaigns/${first}`);
  const second = await setUp('RichAds', 'second');
  expect(second).not.toBe(first);
  expect(await getData(page, `/campaigns/${first}`)).toEqual(before);
  // The page for the finished link replaces the form in the browser history.
  await page.goBack();
  await heading(page, 'My workspace');
  await page.goForward();
  await heading(page, 'Your campaign link');
  expect(page.url()).toContain(second);
});

describe.each(displayModes('phone'))('in %s mode at %s px', (colorScheme, width) => {
  test('the form, its errors, the link and the overview fit the screen and are accessible', async (testContext) => {
    const viewport = { width, height: 800 };
    const { page, consoleErrors } = await enter(testContext, '/set-up', {
      as: signedIn,
      colorScheme,
      viewport,
    });
    const checkScreen = async () => {
      expect(await accessibilityViolations(page)).toEqual([]);
      expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    };
    await sourceInput(page).click();
    await page.getByRole('option', { name: 'TikTok' }).click();
    await page.getByText('Landing page, then offer').click();
    await press(page, 'Create campaign link');
    await page.getByText('Required to match conversions to visits').waitFor();
    await checkScreen();
    await page.goto(`${product().urls.panel}/set-up?campaign=${campaign}`);
    await page.getByText('Live', { exact: true }).waitFor();
    await checkScreen();
    await page.goto(product().urls.panel);
    await page.getByRole('link', { name: 'New campaign link' }).waitFor();
    await checkScreen();
    expect(consoleErrors).toEqual([]);
  });
});

test('a link is set up and tested on a narrow screen with the keyboard only', async (testContext) => {
  const options = { as: signedIn, viewport: { width: 360, height: 740 }, ...person };
  const { page } = await enter(testContext, '/set-up', options);
  const type = async (target: Locator, text: string) => {
    await tabTo(page, target);
    await page.keyboard.type(text);
  };
  await sourceInput(page).waitFor();
  await type(sourceInput(page), 'mgid');
  await page.getByRole('option', { name: 'MGID' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => sourceInput(page).inputValue()).toBe('MGID');
  await type(field(page, 'Offer URL'), `${site.origin}/keys?s={clickid}`);
  await tabTo(page, page.getByRole('radio', { name: 'Offer', exact: true }));
  await page.keyboard.press('ArrowRight');
  await type(field(page, 'Landing page URL'), `${site.origin}/landing`);
  await page.keyboard.press('Enter');
  await heading(page, 'Your campaign link');
  await page.getByRole('textbox', { name: 'Landing page click URL' }).waitFor();
  const visit = page.getByRole('link', { name: 'Send test visit' });
  await visit.waitFor();
  await tabTo(page, visit);
  const opened = page.context().waitForEvent('page');
  await page.keyboard.press('Enter');
  await (await opened).waitForURL(`${site.origin}/landing`);
  await page.getByText(`Redirected to ${site.origin}/landing`).waitFor();
});

fullTest(
  'the setup form keeps input after a lost response, a failure and a reload, and returns the campaign that was created',
  async (testContext) => {
    const { page } = await enter(testContext, '/set-up', { as: signedIn });
    await sourceInput(page).click();
    await page.getByRole('option', { name: 'Other source' }).click();
    await field(page, 'Source name').fill('Patient source');
    await page.getByRole('combobox', { name: 'Affiliate network' }).fill('Patient network');
    await field(page, 'Offer URL').fill(`${site.origin}/patient?s={clickid}`);
    await page.route('**/campaigns/set-up', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await press(page, 'Create campaign link');
    await page.getByText('You can safely try again').waitFor();
    const { items } = await getData<{ items: { id: string }[] }>(page, '/campaigns?q=Patient');
    await page.unroute('**/campaigns/set-up');
    const failure = { ok: false, error: { code: 'INTERNAL', message: 'something broke' }, requestId: 'r' };
    await page.route('**/campaigns/set-up', (route) => route.fulfill({ status: 500, json: failure }));
    await press(page, 'Create campaign link');
    await page.getByText('Something broke').waitFor();
    await page.unroute('**/campaigns/set-up');
    await page.reload();
    await sourceInput(page).waitFor();
    expect(await field(page, 'Source name').inputValue()).toBe('Patient source');
    await press(page, 'Create campaign link');
    await heading(page, 'Your campaign link');
    expect(items.map(({ id }) => id)).toEqual([new URL(page.url()).searchParams.get('campaign')]);
    for (const path of [
      '/campaigns?q=Patient',
      '/traffic-sources?q=Patient',
      '/affiliate-networks?q=Patient',
    ])
      expect(await getData(page, path)).toMatchObject({ meta: { total: 1 } });
  },
);

async function inviteViewer(testContext: TestContext): Promise<Credentials> {
  const { page } = await enter(testContext, '/account', { as: signedIn });
  const { panel } = product().urls;
  const viewer = { email: 'viewer@waypost.local', password: 'four pebbles under the wide bridge' };
  const me = (await (await page.request.get(`${panel}/panel/api/me`)).json()) as {
    data: { workspaces: { id: string }[] };
  };
  const sent = await page.request.post(
    `${panel}/panel/api/workspaces/${me.data.workspaces[0]?.id}/invitations`,
    { data: { email: viewer.email, role: 'viewer' }, headers: { origin: panel } },
  );
  const { data } = (await sent.json()) as { data: { link: string } };
  const token = new URLSearchParams(new URL(data.link).hash.slice(1)).get('token');
  await page.context().clearCookies();
  const accepted = await page.request.post(`${panel}/panel/api/invitations/accept`, {
    data: { token, password: viewer.password },
    headers: { origin: panel },
  });
  expect(accepted.ok()).toBe(true);
  return viewer;
}

test('a viewer is advised to ask an admin and does not see the form', async (testContext) => {
  const viewer = await inviteViewer(testContext);
  const { page } = await enter(testContext, '/', { as: viewer });
  await heading(page, 'Newest campaigns');
  expect(await page.getByRole('link', { name: 'New campaign link' }).count()).toBe(0);
  await page.goto(`${product().urls.panel}/set-up`);
  await page.getByText('Ask an admin or the owner').waitFor();
  expect(await page.getByRole('button', { name: 'Create campaign link' }).count()).toBe(0);
});
