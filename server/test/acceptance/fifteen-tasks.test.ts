import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, type TestContext } from 'vitest';
import { startPageSite, type PageSite } from '../../src/testing/browser/page-site.ts';
import { heading, press } from '../../src/testing/browser/panel-actions.ts';
import { usePanel } from '../../src/testing/browser/panel-pages.ts';
import { openProductTraffic } from '../../src/testing/product/product-traffic.ts';
import { insertVisitRows } from '../../src/testing/traffic/visit-rows.ts';
import { fullTest } from '../../src/testing/rounds.ts';

// Performs the tasks in docs/guide/fifteen-tasks.md. Elements are found only by role and visible text, because users
// must be able to find them by the text on screen. The tasks depend on each other: later tasks use records from earlier
// tasks. A short run covers the same steps in the tests of the screens: tasks 1 to 3 in `panel-first-minute.test.ts`, 4 to
// 6 in `panel-rotators.test.ts`, 7 in `panel-screens.test.ts`, 8, 12 and 13 in `panel-numbers.test.ts`, 9 and 10 in
// `panel-administration.test.ts`, 11 and 14 in `panel-campaigns.test.ts`, and 15 in `panel-shell.test.ts`.

// The user agent of a headless browser would be classified as a bot.
const person = {
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  extraHTTPHeaders: { 'sec-ch-ua': '"Chromium";v="140", "Google Chrome";v="140"' },
};

const { api, enter, open, product } = usePanel({ isFullRunOnly: true });
let site: PageSite;
let page: Page;
let clickId = '';

beforeAll(async () => {
  site = await startPageSite();
});

afterAll(() => site.close());

async function goTo(screen: string): Promise<void> {
  await page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('link', { name: screen, exact: true })
    .click();
  await heading(page, screen);
}

async function choose(field: Locator, text: string): Promise<void> {
  await field.click();
  await page.getByRole('option', { name: text, exact: true }).click();
}

async function start(testContext: TestContext): Promise<void> {
  ({ page } = await enter(testContext, '/', { ...person, viewport: { width: 1280, height: 900 } }));
  // Keyboard shortcuts work only once the heading is shown.
  await page.getByRole('heading', { level: 1 }).first().waitFor();
}

fullTest(
  'tasks 1 to 3: create a campaign, send a test visit and a test conversion, and find the postback',
  async (testContext) => {
    await start(testContext);
    await page.getByRole('combobox', { name: 'Traffic source' }).click();
    await page.getByRole('option', { name: 'Taboola' }).click();
    await page.getByRole('textbox', { name: 'Offer URL' }).fill(`${site.origin}/offer`);
    await page.getByRole('textbox', { name: 'Click ID parameter' }).fill('s');
    await page.getByRole('textbox', { name: 'Payout (USD)' }).fill('12.5');
    await page.getByRole('combobox', { name: 'Affiliate network' }).fill('Good Network');
    await press(page, 'Create campaign link');
    await heading(page, 'Your campaign link');

    const opened = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'Send test visit' }).click();
    const tab = await opened;
    await tab.waitForURL(`${site.origin}/**`);
    clickId = new URL(tab.url()).searchParams.get('s') ?? '';
    await page.getByText('Visit recorded: ').waitFor();
    await press(page, 'Send test conversion');
    await page.getByText('payout 12.5 USD').waitFor();

    await goTo('Incoming postbacks');
    const requests = page.getByRole('grid', { name: 'Incoming postbacks' });
    await requests.getByRole('row', { name: 'Counted' }).getByRole('link').click();
    await page.getByRole('dialog').getByText(clickId).first().waitFor();
  },
);

fullTest('tasks 4 and 5: add a rule for a country, try it in a dry run, and save it', async (testContext) => {
  await api().createOffer({ name: 'Vouchers', url: `${site.origin}/vouchers?s={clickid}` });
  await api().createOffer({ name: 'Phones', url: `${site.origin}/phones?s={clickid}` });
  await start(testContext);
  await goTo('Rotators');
  await page.getByRole('link', { name: 'New rotator' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill('By country');
  await press(page, 'Save');
  await heading(page, 'By country');
  await press(page, 'Add offer');
  await choose(page.getByRole('combobox', { name: 'Offer' }), 'Vouchers');
  await press(page, 'New path');
  const path = page.getByRole('region', { name: 'Path Path 2' });
  await path.getByRole('button', { name: 'Add offer' }).click();
  await choose(path.getByRole('combobox', { name: 'Offer' }), 'Phones');
  await press(page, 'Add rule');
  const rule = page.getByRole('region', { name: 'Rule 1', exact: true });
  await rule.getByRole('textbox', { name: 'Name' }).fill('Germany');
  await rule.getByRole('button', { name: 'Add condition' }).click();
  await choose(rule.getByRole('combobox', { name: 'Values' }), 'Germany (DE)');
  await choose(rule.getByRole('combobox', { name: 'Path', exact: false }).first(), 'Path 2');
  await rule.getByText('If country is DE → Path 2').waitFor();

  await press(page, 'Dry run');
  const drawer = page.getByRole('dialog', { name: 'Dry run' });
  await press(page, 'Run');
  await drawer.getByText(/visit/i).first().waitFor();
  await drawer.getByRole('button', { name: 'Close' }).click();
  await press(page, 'Save');
  await page.getByText('Rules saved as version 2.').waitFor();
});

fullTest(
  'task 6: look up a click ID to find out why the visit was routed to an offer',
  async (testContext) => {
    await start(testContext);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or run a command' }).fill(clickId);
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await heading(page, 'Visit details');
    await page.getByText(`${site.origin}/offer?s=${clickId}`, { exact: false }).first().waitFor();
  },
);

fullTest('task 7: create and save a report by country', async (testContext) => {
  await start(testContext);
  await goTo('Reports');
  await page.getByRole('combobox', { name: 'Group by' }).click();
  await page.getByRole('option', { name: 'Country', exact: true }).click();
  await page.keyboard.press('Escape');
  await press(page, 'Saved reports');
  await page.getByRole('menuitem', { name: 'Save this report' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Countries');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(async () => (await api().listSavedReports()).items.map(({ name }) => name))
    .toEqual(['Countries']);
});

fullTest('task 8: preview and import costs, with a result for each line', async (testContext) => {
  await start(testContext);
  await goTo('Uploads');
  await page.getByRole('radiogroup', { name: 'Data type' }).getByText('Costs').click();
  const day = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
  const [campaign] = (await api().listCampaigns()).items;
  await page
    .getByLabel('Or paste lines')
    .fill(`campaign,day,amount\n${campaign?.name},${day},8\nNobody knows,${day},3`);
  await press(page, 'Preview');
  const result = page.getByRole('region', { name: 'pasted.csv' });
  await result.getByText('Campaign not found.').waitFor();
  await press(page, 'Import');
  await result.getByText(/^Costs: /).waitFor();
});

fullTest('tasks 9 and 10: create a read-only key, and invite a viewer', async (testContext) => {
  await start(testContext);
  await press(page, 'Administration');
  await goTo('API keys');
  await page.getByRole('link', { name: 'New key' }).first().click();
  await page.getByRole('textbox', { name: 'Label' }).fill('My script');
  await choose(page.getByRole('combobox', { name: 'Expires after' }), '30 days');
  await press(page, 'Create key');
  await page.getByText('Copy the token now').waitFor();
  await press(page, 'Done');

  await goTo('Members');
  await page.getByRole('textbox', { name: /mail/i }).fill('colleague@waypost.example');
  await choose(page.getByRole('combobox', { name: 'Role' }), 'Viewer');
  await press(page, 'Invite');
  await page.getByRole('textbox', { name: 'Invitation link' }).waitFor();
});

fullTest('task 11: block a placement from its row in a report', async (testContext) => {
  const [campaign] = (await api().listCampaigns()).items;
  const [workspace] = (await api().getMe()).workspaces;
  const visit = {
    workspace_id: workspace?.id ?? '',
    campaign_id: campaign?.id ?? '',
    token3: 'bad-news.example',
  };
  const traffic = openProductTraffic(product());
  await insertVisitRows(traffic, [{ ...visit, visit_time: Date.now() - 60_000 }]);
  await traffic.close();
  await start(testContext);
  await goTo('Reports');
  await choose(page.getByRole('combobox', { name: 'Group by' }), 'Site');
  await page.keyboard.press('Escape');
  await page.getByRole('row', { name: campaign?.name ?? '' }).press('ArrowRight');
  await press(page, 'Actions for bad-news.example');
  await page.getByRole('menuitem', { name: /^Block Site bad-news/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Block / });
  await dialog.getByText(/^Dry run: /).waitFor();
  await dialog.getByRole('button', { name: 'Block', exact: true }).click();
  await page.getByText(/bad-news\.example blocked\.$/).waitFor();
});

fullTest('task 12: define a metric, and show it in red where it is below 0', async (testContext) => {
  await start(testContext);
  await goTo('Reports');
  await press(page, 'Edit columns');
  await press(page, 'New metric');
  const dialog = page.getByRole('dialog', { name: 'New metric' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Profit per click');
  await dialog.getByRole('textbox', { name: 'Formula' }).fill('profit / lpclicks');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('columnheader', { name: 'Profit per click' }).waitFor();
  await press(page, 'Edit columns');
  await page.getByText('Highlights', { exact: true }).click();
  await choose(page.getByRole('combobox', { name: 'Highlighted column' }), 'Profit per click');
  await page.getByRole('textbox', { name: 'Value' }).fill('0');
  await press(page, 'Add highlight');
  await page.getByRole('columnheader', { name: 'Profit per click' }).waitFor();
});

fullTest('task 13: share a report with a client who has no account', async (testContext) => {
  await start(testContext);
  await goTo('Reports');
  await press(page, 'Saved reports');
  await page.getByRole('menuitem', { name: 'Countries', exact: true }).click();
  await press(page, 'Saved reports');
  await page.getByRole('menuitem', { name: 'Share “Countries”' }).click();
  const drawer = page.getByRole('dialog', { name: 'Share links and schedules' });
  await drawer.getByRole('button', { name: 'Create link' }).click();
  const link = new URL(await drawer.getByRole('textbox', { name: 'Share link' }).innerText());
  const client = await open(testContext, link.pathname, person);
  await heading(client.page, 'Countries');
});

fullTest('tasks 14 and 15: duplicate a campaign, and pause it with the search', async (testContext) => {
  const [campaign] = (await api().listCampaigns()).items;
  await start(testContext);
  await goTo('Campaigns');
  await page.getByRole('link', { name: campaign?.name ?? '' }).click();
  await press(page, 'Duplicate');
  await press(page, 'Create duplicate');
  const copy = `${campaign?.name} (copy)`;
  await heading(page, copy);

  await page.keyboard.press('Control+k');
  const search = page.getByRole('combobox', { name: 'Search or run a command' });
  await search.fill(`pause ${campaign?.name}`);
  await page
    .getByRole('option', { name: `Pause ${campaign?.name}`, exact: false })
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  await page.getByText(`${campaign?.name} paused.`).waitFor();
});
