import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { pollUntil } from '../../src/testing/poll-until.ts';
import {
  heading,
  displayModes,
  horizontalOverflow,
  press,
  restoreVersion,
  accessibilityViolations,
} from '../../src/testing/browser/panel-actions.ts';
import { usePanel } from '../../src/testing/browser/panel-pages.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { openProductTraffic } from '../../src/testing/product/product-traffic.ts';
import { insertVisitRows } from '../../src/testing/traffic/visit-rows.ts';
import { fullTest } from '../../src/testing/rounds.ts';

const { api, enter, product } = usePanel();
const agent = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

let sourceId: string;
let rotatorId: string;

beforeAll(async () => {
  const source = { name: 'Push source', clickIdParam: 'clid', clickIdMacro: '{clid}', costParam: 'cost' };
  ({ id: sourceId } = await api().createTrafficSource({ ...source, costMacro: '{bid}' }));
  await api().createTrafficSource({ name: 'Source without cost' });
  await api().createOffer({ name: 'Vouchers', url: 'https://offer.example/?s={clickid}' });
  ({ id: rotatorId } = await api().createRotator({ name: 'Shared rotator' }));
});

async function makeCampaign(name: string): Promise<string> {
  const destination = { mode: 'use_rotator', rotatorId } as const;
  return (await api().createCampaign({ name, trafficSourceId: sourceId, destination })).id;
}

async function costModeOf(q: string): Promise<string | undefined> {
  return (await api().listCampaigns({ query: { q } })).items[0]?.cost.mode;
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

function row(page: Page, name: string) {
  return page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
}

describe('a campaign', () => {
  test('is created with a working link, and its metrics appear in the list', async (testContext) => {
    const { page, consoleErrors } = await enter(testContext, '/campaigns');
    await page.getByText('No campaigns yet').waitFor();
    await page.getByRole('link', { name: 'New campaign' }).first().click();
    await heading(page, 'New campaign');
    await page.getByLabel('Name').fill('Spring push');
    await press(page, 'Save');
    await page.getByText('Select one.').first().waitFor();
    await choose(page, 'Traffic source', 'Push source');
    await choose(page, 'Offer', 'Vouchers');
    await press(page, 'Save');
    await heading(page, 'Spring push');
    // The cost mode is `auto`, because the traffic source has a cost parameter.
    expect(await costModeOf('Spring push')).toBe('auto');

    const links = page.getByRole('textbox', { name: 'Campaign link' });
    await links.waitFor();
    const link = await links.innerText();
    expect(link).toContain('clid={clid}');
    await page.getByText('Only this computer can open these links.').waitFor();
    expect(link).toContain('cost={bid}');
    expect(await page.getByRole('textbox', { name: 'Incoming postback URL' }).innerText()).toMatch(
      /\/e\/[\w-]{43}\?cid=\{click_id\}/,
    );
    await press(page, 'Show all links');
    expect(await page.getByRole('textbox', { name: 'Impression pixel' }).innerText()).toContain(
      '&clid={clid}',
    );
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await press(page, 'Copy Campaign link');
    await page.getByText('Copied', { exact: true }).waitFor();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(link);
    await page.getByText('Live (v').waitFor();

    const visit = link.replace('{clid}', 'abc').replace('{bid}', '0');
    for (const _ of [1, 2, 3]) {
      const answer = await fetch(visit, { headers: agent, redirect: 'manual' });
      expect(answer.headers.get('location')).toContain('offer.example');
    }
    const day = { from: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10) };
    await pollUntil(
      async () => {
        const query = { ...day, to: new Date().toISOString().slice(0, 10), metrics: ['visits' as const] };
        const { items } = await api().listCampaigns({ query });
        return items[0]?.metrics?.['visits'] === 3 ? true : undefined;
      },
      { timeoutMs: hangLimitMs, intervalMs: 200 },
    );
    await page.getByRole('link', { name: 'Campaigns' }).click();
    await page.getByRole('button', { name: 'Today' }).click();
    await page.getByRole('button', { name: 'Last 7 days' }).click();
    await row(page, 'Spring push').getByText('3', { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('range')).toBe('last-7-days');
    await page.getByText('UTC, USD').waitFor();

    await page.getByRole('link', { name: 'Spring push', exact: true }).click();
    const offers = page.getByRole('table', { name: 'Offers' });
    await offers.getByRole('row', { name: 'Vouchers 100.0% 3' }).waitFor();

    await page.goto(`${product().urls.panel}/campaigns/new`);
    await page.getByLabel('Name').fill('Free traffic');
    await choose(page, 'Traffic source', 'Source without cost');
    await choose(page, 'Offer', 'Vouchers');
    await press(page, 'Save');
    await heading(page, 'Free traffic');
    expect(await costModeOf('Free traffic')).toBe('none');
    expect(consoleErrors).toEqual([]);
  });

  test('is created with a new source, offer, network and landing page without leaving the form', async (testContext) => {
    const { page, consoleErrors } = await enter(testContext, '/campaigns/new');
    await heading(page, 'New campaign');
    await choose(page, 'Traffic source', 'New traffic source…');
    const source = page.getByRole('dialog', { name: 'New traffic source' });
    await source.getByRole('combobox', { name: 'Template' }).click();
    await page.getByRole('option', { name: 'PropellerAds' }).click();
    await source.getByText('Checked on').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await source.getByRole('button', { name: 'Save' }).click();
    await source.waitFor({ state: 'detached' });
    // The cost model is that of the source’s template.
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Cost model' }).inputValue())
      .toBe('Auto (from the campaign link)');

    await page.getByRole('combobox', { name: 'Offer' }).fill('Sweepstake');
    await page.getByRole('option', { name: 'New offer “Sweepstake”…' }).click();
    const offer = page.getByRole('dialog', { name: 'New offer' });
    await offer.getByRole('textbox', { name: 'URL' }).fill('https://sweep.example/?s={clickid}');
    await offer.getByRole('combobox', { name: 'Affiliate network' }).click();
    await page.getByRole('option', { name: 'New affiliate network…' }).click();
    const network = page.getByRole('dialog', { name: 'New affiliate network' });
    await network.getByRole('textbox', { name: 'Name' }).fill('Fresh network');
    await network.getByRole('button', { name: 'Save' }).click();
    await network.waitFor({ state: 'detached' });
    expect(await offer.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Sweepstake');
    await expect
      .poll(() => offer.getByRole('combobox', { name: 'Affiliate network' }).inputValue())
      .toBe('Fresh network');
    // Escape closes only the topmost form, and its input is kept.
    await page.keyboard.press('Escape');
    await offer.waitFor({ state: 'detached' });
    await choose(page, 'Offer', 'New offer…');
    expect(await offer.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Sweepstake');
    await offer.getByRole('button', { name: 'Save' }).click();
    await offer.waitFor({ state: 'detached' });
    await choose(page, 'Landing page', 'New landing page…');
    const landing = page.getByRole('dialog', { name: 'New landing page' });
    await landing.getByRole('textbox', { name: 'Name' }).fill('Fresh page');
    await landing.getByRole('textbox', { name: 'URL' }).fill('https://fresh.example/?s={clickid}');
    await landing.getByRole('button', { name: 'Save' }).click();
    await landing.waitFor({ state: 'detached' });
    await press(page, 'Save');
    await heading(page, 'PropellerAds to Sweepstake');
    expect(await costModeOf('PropellerAds to Sweepstake')).toBe('auto');

    // The new offer says where it is used.
    const [created] = (await api().listOffers({ query: { q: 'Sweepstake' } })).items;
    await page.goto(`${product().urls.panel}/offers/${created?.id}`);
    const uses = page.getByRole('region', { name: 'Used by' });
    await uses.getByRole('link', { name: 'PropellerAds to Sweepstake' }).first().waitFor();
    await page.getByRole('region', { name: 'Details' }).getByRole('link', { name: 'Fresh network' }).click();
    await heading(page, 'Fresh network');
    await uses.getByRole('link', { name: 'Sweepstake', exact: true }).waitFor();
    expect(consoleErrors).toEqual([]);
  });

  fullTest('is edited by two people at once without losing changes, and restored', async (testContext) => {
    const id = await makeCampaign('Two hands');
    const { page, consoleErrors } = await enter(testContext, `/campaigns/${id}?tab=settings`);
    const campaign = page.getByRole('region', { name: 'Campaign' });
    const settings = page.getByRole('region', { name: 'Conversions and fallback' });
    const days = settings.getByRole('textbox', { name: 'Attribution window (days)' });
    const conflict = page.getByRole('alert').filter({ hasText: 'Changed in another session' });
    await campaign.getByRole('textbox', { name: 'Name' }).fill('Two hands, mine');
    await days.fill('0');
    await days.blur();
    await settings.getByText('must be a whole number', { exact: false }).waitFor();
    await days.fill('30');
    const { version } = await api().getCampaign(id);
    await api().updateCampaign(id, { version, name: 'Two hands, theirs' });
    await campaign.getByRole('button', { name: 'Save' }).click();
    await conflict.getByText('Two hands, theirs').waitFor();
    await heading(page, 'Two hands, theirs');
    await conflict.getByText('Keep mine', { exact: true }).click();
    await press(page, 'Apply');
    await campaign.getByRole('button', { name: 'Save' }).click();
    await heading(page, 'Two hands, mine');

    // Pausing the campaign while the form is open changes no field in the form, so there is no conflict.
    await settings.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Settings saved.').waitFor();
    await api().pauseCampaign(id, { version: (await api().getCampaign(id)).version });
    await days.fill('31');
    await settings.getByRole('button', { name: 'Save' }).click();
    await settings.getByText('Unsaved changes').waitFor({ state: 'detached' });
    expect(await api().getCampaignSettings(id)).toMatchObject({ attributionDays: 31 });
    expect(await api().getCampaign(id)).toMatchObject({ name: 'Two hands, mine', status: 'paused' });

    const theirs = await api().getCampaignSettings(id);
    await api().updateCampaignSettings(id, { version: theirs.version, attributionDays: 60 });
    await days.fill('32');
    await settings.getByRole('button', { name: 'Save' }).click();
    await conflict.getByText('60', { exact: true }).waitFor();
    await conflict.getByText('Use theirs', { exact: true }).click();
    await press(page, 'Apply');
    await conflict.waitFor({ state: 'detached' });
    expect(await days.inputValue()).toBe('60');

    await page.getByRole('tab', { name: 'Versions' }).click();
    await page.getByText('name changed from “Two hands, theirs” to “Two hands, mine”').waitFor();
    const third = page.getByRole('article', { name: 'Version 3', exact: true });
    await third.getByRole('button', { name: 'View diff' }).click();
    await third.getByRole('cell', { name: 'Two hands, theirs' }).waitFor();
    await restoreVersion(page, 1);
    await page.getByRole('heading', { name: 'Two hands', exact: true }).waitFor();
    expect(await api().getCampaign(id)).toMatchObject({ name: 'Two hands' });
    expect(consoleErrors).toEqual([]);
  });

  test('is paused, archived and restored, individually and in bulk, and every step can be undone', async (testContext) => {
    const id = await makeCampaign('On and off');
    await makeCampaign('On and off, too');
    await makeCampaign('Left out by the search');
    const { page, consoleErrors } = await enter(testContext, `/campaigns/${id}`);
    await press(page, 'Pause');
    await page.getByText('Visitors go to the fallback URL').waitFor();
    await press(page, 'Resume');
    await page.getByText('On and off resumed.').waitFor();
    await press(page, 'Pause');
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    await press(page, 'Archive');
    await page.getByText('Not live').waitFor();
    await page.getByRole('button', { name: 'Restore as active' }).waitFor();
    await page.getByText('On and off archived.').locator('..').getByRole('button', { name: 'Undo' }).click();
    await page.getByText('On and off restored as paused.').waitFor();
    expect(await api().getCampaign(id)).toMatchObject({ status: 'paused' });

    await page.getByRole('link', { name: 'Campaigns' }).click();
    await page.getByRole('searchbox', { name: 'Search' }).fill('on and off');
    await page.getByText('2 of', { exact: false }).waitFor();
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByRole('toolbar').getByRole('button', { name: 'Pause' }).click();
    await page
      .getByText('On and off, too paused.')
      .locator('..')
      .getByRole('button', { name: 'Undo' })
      .click();
    await page.getByText('On and off, too resumed.').waitFor();
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByRole('toolbar').getByRole('button', { name: 'Archive' }).click();
    await page.getByText('No matching campaigns').waitFor();
    await page.getByRole('switch', { name: 'Archived' }).check({ force: true });
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByRole('toolbar').getByRole('button', { name: 'Restore' }).click();
    await page.getByText('2 campaigns restored, 1 paused.').waitFor();
    expect(await api().getCampaign(id)).toMatchObject({ status: 'paused' });
    expect(consoleErrors).toEqual([]);
  });
});

test('a duplicated campaign is paused and has its own rotator, and a shared rotator lists its campaigns', async (testContext) => {
  const id = await makeCampaign('Twice');
  await makeCampaign('On the same rotator');
  const { page, consoleErrors } = await enter(testContext, `/campaigns/${id}`);
  await press(page, 'Duplicate');
  await page.getByText('gets its own rotator').waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await press(page, 'Create duplicate');
  await heading(page, 'Twice (copy)');
  const copy = await api().getCampaign(new URL(page.url()).pathname.split('/').at(-1) ?? '');
  expect(copy.status).toBe('paused');
  expect(copy.destination.rotatorId).not.toBe(rotatorId);
  await page.goto(`${product().urls.panel}/rotators/${copy.destination.rotatorId}`);
  await page.getByRole('region', { name: 'Used by' }).getByRole('link', { name: 'Twice (copy)' }).waitFor();
  await page.goto(`${product().urls.panel}/rotators/${rotatorId}?tab=rules`);
  await page.getByText('campaigns use this rotator').waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(consoleErrors).toEqual([]);
});

test('a cost is rejected while there are no visits, then distributed and reversed, and the postback URL is rotated', async (testContext) => {
  const id = await makeCampaign('Costly');
  const { page, consoleErrors } = await enter(testContext, `/campaigns/${id}`);
  await press(page, 'Add cost');
  await page.getByLabel('Amount (USD)').fill('-3');
  await press(page, 'Add cost');
  await page.getByText('Must be greater than 0; use mode correct for negative amounts').waitFor();
  await page.getByLabel('Amount (USD)').fill('12.50');
  await press(page, 'Add cost');
  await page.getByRole('alert').waitFor();
  expect(await page.getByLabel('Amount (USD)').inputValue()).toBe('12.50');
  expect(await accessibilityViolations(page)).toEqual([]);
  const traffic = openProductTraffic(product());
  const yesterday = Date.now() - 86_400_000;
  const workspaceId = (await api().getMe()).workspaces[0]?.id ?? '';
  const visit = { workspace_id: workspaceId, campaign_id: id, visit_time: yesterday };
  await insertVisitRows(traffic, [visit, visit]);
  await traffic.close();
  await press(page, 'Add cost');
  const entries = page.getByRole('table', { name: 'Cost entries' });
  await entries.getByText('Applied to 2 visits').waitFor();
  await entries.getByRole('button', { name: 'Reverse $12.50' }).click();
  await entries.getByText('Reversed').waitFor();
  expect(await entries.getByRole('button').count()).toBe(0);

  const url = page.getByRole('textbox', { name: 'Incoming postback URL' });
  const before = await url.innerText();
  await press(page, 'Rotate postback URL');
  await page.getByText('works for 7 more days').waitFor();
  await press(page, 'Rotate postback URL');
  await page.getByText('The previous postback URL works until').waitFor();
  expect(await url.innerText()).not.toBe(before);
  expect((await api().getCampaignLinks(id)).previousEvent).not.toBeNull();
  expect(consoleErrors).toEqual([]);
});

test('the campaign list shows its rows while metrics are loading, and an error if the metrics fail to load', async (testContext) => {
  await makeCampaign('Before its numbers');
  await makeCampaign('Beside it');
  const { page } = await enter(testContext, '/account');
  const metricsRequests = /\/campaigns\?.*metrics=/;
  const answer = Promise.withResolvers<void>();
  await page.route(metricsRequests, async (route) => {
    await answer.promise;
    await route.fulfill({
      status: 503,
      json: { error: { code: 'UNAVAILABLE', message: 'traffic is away', details: {} } },
    });
  });
  await page.getByRole('link', { name: 'Campaigns' }).click();
  const shown = row(page, 'Before its numbers');
  await shown.getByRole('img', { name: 'Loading' }).first().waitFor();
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('before its');
  await page.getByText('1 of', { exact: false }).waitFor();
  answer.resolve();
  await page.getByText('Traffic is away.').waitFor();
  await shown.waitFor();
  await page.unroute(metricsRequests);
  await press(page, 'Try again');
  await shown.getByText('$0.00').first().waitFor();
});

const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

async function downloadOf(page: Page, item: string): Promise<string> {
  await press(page, 'Export');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: item }).click(),
  ]);
  return await readFile(await download.path(), 'utf8');
}

// The short form, with demo data, is in `panel-screens.test.ts`.
fullTest('a report is built, drilled into, compared, saved and exported', async (testContext) => {
  const id = await makeCampaign('Reported');
  const workspaceId = (await api().getMe()).workspaces[0]?.id ?? '';
  const traffic = openProductTraffic(product());
  const daysAgo = (days: number) => ({ visit_time: Date.now() - days * 86_400_000 });
  const visit = {
    workspace_id: workspaceId,
    campaign_id: id,
    country: 'DE',
    device_type: 'mobile',
    cost: '0.5',
  };
  await insertVisitRows(traffic, [
    ...Array.from({ length: 4 }, () => ({ ...visit, ...daysAgo(2) })),
    { ...visit, ...daysAgo(3), country: 'FR' },
    { ...visit, ...daysAgo(10) },
    { ...visit, ...daysAgo(10) },
    ...Array.from({ length: 9 }, () => ({ ...visit, ...daysAgo(10), country: 'PL', token1: 'Autumn-Sale' })),
    { ...visit, ...daysAgo(40) },
  ]);
  await traffic.close();

  const { page, consoleErrors } = await enter(
    testContext,
    '/reports?range=last-7-days&metrics=visits%2Ccost',
  );
  const report = page.getByRole('grid', { name: 'Report' });
  await row(page, 'Reported').getByText('$2.50').waitFor();
  await row(page, 'Reported').click();
  const filters = page.getByRole('group', { name: 'Filters' });
  const path = page.getByRole('navigation', { name: 'Drill-down' });
  await path.getByText('Campaign: Reported').waitFor();
  await choose(page, 'Group by', 'Country');
  await page.keyboard.press('Escape');
  await page
    .locator('.mantine-Pill-root', { hasText: /^Offer$/ })
    .locator('button')
    .click();
  await row(page, 'Germany').getByText('4', { exact: true }).waitFor();
  await press(page, 'Compare');
  await press(page, 'Previous period');
  await row(page, 'Germany').getByText('+100.0%').first().waitFor();
  await row(page, 'France').getByText('new').first().waitFor();
  // Rows without visits in the current period show the largest changes.
  await page.getByRole('radiogroup', { name: 'Sort by' }).getByText('Change').click();
  await press(page, 'Visits');
  await expect.poll(() => report.getByRole('row').nth(1).innerText()).toContain('Poland');
  const compared = await downloadOf(page, 'Displayed rows with comparison (CSV)');
  expect(compared.split('\r\n').slice(0, 4)).toEqual([
    'country,visits,visitsBefore,visitsChange,cost,costBefore,costChange',
    'PL,0,9,-1,0,4.5,-1',
    'FR,1,0,,0.5,0,',
    'DE,4,2,1,2,1,1',
  ]);
  const other = [40, 40].map((before) => dayAgo(before));
  await press(page, 'vs. previous period');
  await page.getByLabel('From', { exact: true }).fill(other[0] ?? '');
  await page.getByLabel('To', { exact: true }).fill(other[1] ?? '');
  await press(page, 'Apply');
  await row(page, 'Germany').getByText('+300.0%').first().waitFor();
  expect(page.url()).toContain(`compare=${other.join('..')}`);
  const query = { dimensions: ['country'], metrics: ['visits', 'cost'], totals: true } as const;
  const days = [6, 0].map(dayAgo);
  const { rows, meta } = await api().queryReport({
    from: days[0] ?? '',
    to: days[1] ?? '',
    dimensions: [...query.dimensions],
    metrics: [...query.metrics],
    filters: [{ field: 'campaign', op: 'is', values: [id] }],
    totals: true,
  });
  expect(rows).toEqual([
    { country: 'DE', visits: 4, cost: 2 },
    { country: 'FR', visits: 1, cost: 0.5 },
  ]);
  expect(meta.totals).toEqual({ visits: 5, cost: 2.5 });
  await report.getByRole('row').filter({ hasText: 'Total' }).getByText('$2.50', { exact: true }).waitFor();

  await press(page, 'Saved reports');
  await page.getByRole('menuitem', { name: 'Save this report' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Countries of it');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('Report saved.').waitFor();
  expect(await downloadOf(page, 'All rows as CSV')).toContain('DE,4,2');

  // The totals follow the drill-down, next to those of all campaigns.
  await report.getByRole('row').filter({ hasText: 'Total' }).getByText('all: ').first().waitFor();
  await path.getByRole('link', { name: 'All' }).click();
  await row(page, 'Reported').waitFor();
  await press(page, 'Saved reports');
  await page.getByRole('menuitem', { name: 'Countries of it', exact: true }).click();
  await row(page, 'France').waitFor();

  // A tree is opened and closed by keyboard, and its rows have the numbers of their part.
  await page.goto(
    new URL('/reports?range=last-7-days&by=campaign,country&metrics=visits%2Ccost', page.url()).href,
  );
  const tree = page.getByRole('treegrid', { name: 'Report' });
  await tree.getByRole('row', { name: /Reported/ }).focus();
  await page.keyboard.press('ArrowRight');
  const germany = tree.getByRole('row', { name: /Germany/ });
  await germany.getByText('$2.00', { exact: true }).waitFor();
  expect(await germany.getAttribute('aria-level')).toBe('2');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => germany.and(page.locator(':focus')).count()).toBe(1);
  await page.keyboard.press('ArrowLeft');
  await expect
    .poll(() =>
      tree
        .getByRole('row', { name: /Reported/ })
        .and(page.locator(':focus'))
        .count(),
    )
    .toBe(1);
  await page.keyboard.press('ArrowLeft');
  await germany.waitFor({ state: 'detached' });

  // Columns are moved by keyboard. A percentage is entered as such.
  await press(page, 'Edit columns');
  await page.getByRole('button', { name: 'Move Cost up' }).press('Enter');
  await page.waitForURL(/metrics=cost.{3}visits/);
  await page.keyboard.press('Escape');
  await press(page, 'Filter');
  await choose(page, 'Field', 'ROI');
  await page.getByRole('textbox', { name: 'Value' }).fill('-20%');
  await press(page, 'Add filter');
  await filters.getByText('ROI is above -20%').waitFor();

  // The filter matches substrings and ignores case.
  await page.goto(new URL('/reports?range=last-30-days&by=token1&metrics=visits', page.url()).href);
  await press(page, 'Filter');
  await choose(page, 'Field', 'Token 1');
  await choose(page, 'Operator', 'contains');
  await page.getByRole('combobox', { name: 'Values' }).fill('sale');
  await page.keyboard.press('Enter');
  await press(page, 'Add filter');
  await filters.getByText('Token 1 contains sale').waitFor();
  await row(page, 'Autumn-Sale').getByText('9', { exact: true }).waitFor();
  await page.getByRole('status').getByText('1 row.').waitFor();

  // A placement is blocked from its row by keyboard, and allowed again with Undo.
  await row(page, 'Autumn-Sale').focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Block Token 1 Autumn-Sale…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Block Token 1 Autumn-Sale' });
  await dialog.getByRole('group', { name: 'Last 7 days' }).waitFor();
  await dialog.getByText(/^Dry run: no visits/).waitFor();
  const before = await api().getRotatorRules(rotatorId);
  await dialog.getByRole('button', { name: 'Block', exact: true }).click();
  await page.getByText('Token 1 Autumn-Sale blocked.').waitFor();
  const { rules: blocked } = await api().getRotatorRules(rotatorId);
  const { paths } = await api().getRotatorRules(rotatorId);
  expect(paths.find(({ id: pathId }) => pathId === blocked[0]?.paths[0]?.pathId)?.blocks).toBe(true);
  expect(blocked[0]?.conditions).toEqual({
    all: [
      { field: 'campaign', op: 'is', values: [id] },
      { field: 'token1', op: 'is', values: ['Autumn-Sale'] },
    ],
  });
  await press(page, 'Undo');
  await page.getByText('Undone.').waitFor();
  expect((await api().getRotatorRules(rotatorId)).rules).toEqual(before.rules);
  expect(consoleErrors).toEqual([]);
});

describe.each(displayModes('desktop'))('in %s mode at %s px', (colorScheme, width) => {
  fullTest('campaigns and reports fit the screen and are accessible', async (testContext) => {
    const viewport = { width, height: 800 };
    const { page, consoleErrors } = await enter(testContext, '/campaigns?sort=createdAt', {
      colorScheme,
      viewport,
    });
    const checkScreen = async () => {
      expect(await accessibilityViolations(page)).toEqual([]);
      expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    };
    await row(page, 'Spring push').getByText('$0.00').first().waitFor();
    await checkScreen();
    await page.getByRole('checkbox', { name: 'Select Spring push' }).check();
    await page.getByText('1 selected').waitFor();
    await checkScreen();
    await page.getByRole('link', { name: 'Spring push' }).click();
    await page.getByRole('textbox', { name: 'Campaign link' }).waitFor();
    await page.getByText('Live (v').waitFor();
    await checkScreen();
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByLabel('Attribution window (days)').waitFor();
    await checkScreen();
    await page.getByRole('tab', { name: 'Versions' }).click();
    await page.getByRole('article', { name: 'Version 1', exact: true }).waitFor();
    await checkScreen();
    await page.goto(new URL('/campaigns/new', page.url()).href);
    await heading(page, 'New campaign');
    await checkScreen();
    await page.goto(new URL('/reports?range=last-7-days&compare=true', page.url()).href);
    await row(page, 'Reported').waitFor();
    await checkScreen();
    expect(consoleErrors).toEqual([]);
  });
});

test('a campaign is created only once even if the response is lost, and the form is empty afterward', async (testContext) => {
  const { page } = await enter(testContext, '/campaigns/new');
  await page.getByLabel('Name').fill('Lost response');
  await choose(page, 'Traffic source', 'Push source');
  await choose(page, 'Offer', 'Vouchers');
  await page.route('**/campaigns/set-up', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await press(page, 'Save');
  await page.getByText('You can safely try again').waitFor();
  await page.unroute('**/campaigns/set-up');
  await press(page, 'Save');
  await heading(page, 'Lost response');
  const query = { q: 'Lost response' };
  expect((await api().listCampaigns({ query })).items).toHaveLength(1);
  expect((await api().listRotators({ query })).items).toHaveLength(1);
  await page.goto(`${product().urls.panel}/campaigns/new`);
  await heading(page, 'New campaign');
  expect(await page.getByLabel('Name').inputValue()).toBe('');
});
