import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { pollUntil } from '../../src/platform/retry.ts';
import { heading, press } from '../../src/testing/browser/panel-hands.ts';
import { usePanel } from '../../src/testing/browser/panel-pages.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';

const { api, enter } = usePanel();
const agent = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

let sourceId: string;
let rotatorId: string;

beforeAll(async () => {
  const source = { name: 'Push source', clickIdParam: 'clid', clickIdMacro: '{clid}', costParam: 'cost' };
  ({ id: sourceId } = await api().createTrafficSource({ ...source, costMacro: '{bid}' }));
  await api().createOffer({ name: 'Vouchers', url: 'https://offer.example/?s={clickid}' });
  ({ id: rotatorId } = await api().createRotator({ name: 'Shared rotator' }));
});

async function makeCampaign(name: string): Promise<string> {
  const destination = { mode: 'use_rotator', rotatorId } as const;
  return (await api().createCampaign({ name, trafficSourceId: sourceId, destination })).id;
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** The row of the list that names it. */
function row(page: Page, name: string) {
  return page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
}

describe('a campaign', () => {
  test('is made from nothing to a link that counts, and its numbers stand in the list', async (given) => {
    const { page, complaints } = await enter(given, '/campaigns');
    await page.getByText('No campaigns yet').waitFor();
    await page.getByRole('link', { name: 'New campaign' }).first().click();
    await heading(page, 'New campaign');
    await page.getByLabel('Name').fill('Spring push');
    await press(page, 'Save');
    await page.getByText('Choose one.').first().waitFor();
    await choose(page, 'Traffic source', 'Push source');
    await choose(page, 'Offer', 'Vouchers');
    await press(page, 'Save');
    await heading(page, 'Spring push');

    const links = page.getByRole('textbox', { name: 'Campaign link' });
    await links.waitFor();
    const link = await links.innerText();
    expect(link).toContain('clid={clid}');
    expect(link).toContain('cost={bid}');
    expect(await page.getByRole('textbox', { name: 'Postback URL for networks' }).innerText()).toMatch(
      /\/e\/[\w-]{43}\?cid=\{click_id\}/,
    );
    expect(await page.getByRole('textbox', { name: 'Pixel' }).innerText()).toContain('&clid={clid}');
    await page.getByText('is served by the edge').waitFor();

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
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('is paused, archived and brought back, alone and with others, and every step can be undone', async (given) => {
    const id = await makeCampaign('On and off');
    await makeCampaign('On and off, too');
    const { page, complaints } = await enter(given, `/campaigns/${id}`);
    await press(page, 'Pause');
    await page.getByText('visitors go to the fallback').waitFor();
    await press(page, 'Resume');
    await page.getByText('On and off is active again.').waitFor();
    await press(page, 'Archive');
    await page.getByText('Archived: it is not served.').waitFor();
    await page
      .getByText('On and off is archived.')
      .locator('..')
      .getByRole('button', { name: 'Undo' })
      .click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();

    await page.getByRole('link', { name: 'Campaigns' }).click();
    await page.getByRole('searchbox', { name: 'Search' }).fill('on and off');
    await page.getByText('2 of', { exact: false }).waitFor();
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByRole('toolbar').getByRole('button', { name: 'Pause' }).click();
    await page.getByText('2 campaigns are paused.').waitFor();
    await page
      .getByText('2 campaigns are paused.')
      .locator('..')
      .getByRole('button', { name: 'Undo' })
      .click();
    await page.getByText('2 campaigns are active again.').waitFor();
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByRole('toolbar').getByRole('button', { name: 'Archive' }).click();
    await page.getByText('No campaigns like that').waitFor();
    await page.getByRole('switch', { name: 'Archived' }).check({ force: true });
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    await page.getByRole('toolbar').getByRole('button', { name: 'Restore' }).click();
    await page.getByText('2 campaigns are restored.').waitFor();
    expect(await api().getCampaign(id)).toMatchObject({ status: 'active' });
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
