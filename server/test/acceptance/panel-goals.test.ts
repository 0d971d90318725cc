import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { pollUntil } from '../../src/testing/poll-until.ts';
import {
  displayModes,
  horizontalOverflow,
  press,
  restoreVersion,
  accessibilityViolations,
} from '../../src/testing/browser/panel-actions.ts';
import { usePanel } from '../../src/testing/browser/panel-pages.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';

const { api, owner, enter } = usePanel();

const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const patience = { timeoutMs: hangLimitMs, intervalMs: 200 };

let campaignId: string;
let clickId: string;

// Creates a campaign that counts only sales, with a visit and a lead that was not counted.
beforeAll(async () => {
  const offer = await api().createOffer({ name: 'Vouchers', url: 'https://offer.example/?s={clickid}' });
  const { id: rotatorId } = await api().createRotator({ name: 'To vouchers' });
  const { version, defaultPathId } = await api().getRotatorRules(rotatorId);
  const paths = [{ id: defaultPathId, name: 'Default', offers: [{ offerId: offer.id }] }];
  await api().saveRotatorRules(rotatorId, { version, defaultPathId, paths, rules: [] });
  const source = await api().createTrafficSource({
    name: 'Push source',
    clickIdParam: 'ext',
    postbackUrl: 'https://push.example/told?id={externalid}&sum={payout}',
  });
  const campaign = await api().createCampaign({
    name: 'Leads and sales',
    trafficSourceId: source.id,
    destination: { mode: 'use_rotator', rotatorId },
  });
  campaignId = campaign.id;
  const actions = [{ idx: 1, label: 'Sale' }];
  await api().saveCampaignGoals(campaignId, {
    version: campaign.version,
    rules: [{ label: 'Sales', conditions: { field: 'event', op: 'is', values: ['sale'] }, actions }],
  });
  const links = await api().getCampaignLinks(campaignId);
  clickId = (await pollUntil(async () => {
    const answer = await fetch(`${links.visit.split('?')[0]}?ext=EXT-1`, {
      headers: { 'user-agent': agent },
      redirect: 'manual',
    });
    return /offer\.example\/\?s=([0-9A-Za-z]{38})/.exec(answer.headers.get('location') ?? '')?.[1];
  }, patience)) as string;
  await fetch(`${links.event}?cid=${clickId}&event=lead&txid=L-1&payout=1`);
  await pollUntil(async () => {
    const { items } = await api().listInbox({ query: { campaignId } });
    return items.some(({ verdict }) => verdict === 'no-rule') || undefined;
  }, patience);
});

function ruleAt(page: Page, position: number): Locator {
  return page.getByRole('region', { name: `Rule ${position}`, exact: true });
}

async function choose(field: Locator, text: string): Promise<void> {
  await field.click();
  await field.page().getByRole('option', { name: text, exact: true }).click();
}

async function sums(): Promise<unknown> {
  const day = (shift: number) => new Date(Date.now() + shift * 86_400_000).toISOString().slice(0, 10);
  const { rows } = await api().queryReport({
    from: day(-1),
    to: day(1),
    dimensions: ['campaign'],
    metrics: ['conversions', 'revenue'],
    filters: [{ field: 'campaign', op: 'is', values: [campaignId] }],
  });
  return rows[0] ?? { conversions: 0, revenue: 0 };
}

test('goal rules are edited, tested before saving, applied to earlier postbacks in a replay, and restored', async (testContext) => {
  const { page, consoleErrors } = await enter(testContext, `/campaigns/${campaignId}?tab=goals`);
  await ruleAt(page, 1).getByText('Matches if event is sale.').waitFor();
  await press(page, 'Add rule');
  const rule = ruleAt(page, 2);
  await rule.getByRole('textbox', { name: 'Name' }).first().fill('Leads');
  await rule.getByRole('button', { name: 'Add condition' }).click();
  const values = rule.getByRole('combobox', { name: 'Values' });
  await values.fill('lead');
  await values.press('Enter');
  const action = rule.getByRole('group', { name: 'Action 1' });
  await choose(action.getByRole('combobox', { name: 'Event number' }), 'Event 2');
  const second = rule.getByRole('group', { name: 'Action 2' });
  await second.getByRole('textbox', { name: 'Name' }).fill('Lead');
  await choose(second.getByRole('combobox', { name: 'Payout' }), 'Fixed amount');
  // An invalid amount is reported before saving, and the rules are not tested with an invalid amount.
  await second.getByRole('textbox', { name: 'Payout (USD)' }).fill('seven');
  await second.getByRole('textbox', { name: 'Name' }).focus();
  await second.getByText('Must be a number').waitFor();
  await press(page, 'Test incoming postback');
  const testDrawer = page.getByRole('dialog', { name: 'Test incoming postback' });
  await testDrawer.getByText('The rules contain an error', { exact: false }).waitFor();
  await second.getByRole('textbox', { name: 'Payout (USD)' }).fill('7.5');
  await rule.getByText('X', { exact: false }).waitFor();

  const typed = testDrawer.getByRole('textbox', { name: 'URL or parameters' });
  await typed.fill(`https://network.example/back?cid=${clickId}&event=lead&txid=L-2`);
  await testDrawer.getByText('Rule 2 matches: Leads').waitFor();
  await testDrawer.getByText('GET https://push.example/told?id=EXT-1&sum=7.5', { exact: true }).waitFor();
  await typed.fill(`cid=${clickId}&event=refund`);
  await testDrawer.getByText('Verdict: No matching rule').waitFor();
  await testDrawer.getByText('Recent', { exact: true }).click();
  await testDrawer.getByRole('combobox', { name: 'Recent postbacks' }).click();
  await page.getByRole('option', { name: 'txid=L-1', exact: false }).click();
  await testDrawer.getByText('Rule 2 matches: Leads').waitFor();
  await testDrawer.getByText('Transaction ID L-1').waitFor();
  await testDrawer.getByRole('button', { name: 'Close' }).click();
  await testDrawer.waitFor({ state: 'detached' });
  await press(page, 'Save');
  await page.getByText('Goals saved as v3.').waitFor();
  expect((await api().getCampaignGoals(campaignId)).rules).toMatchObject([
    { label: 'Sales' },
    {
      label: 'Leads',
      conditions: { field: 'event', op: 'is', values: ['lead'] },
      actions: [{ idx: 2, label: 'Lead', payoutType: 'fixed', payoutFixed: 7.5 }],
    },
  ]);

  // Testing an incoming postback does not record a conversion.
  expect(await sums()).toMatchObject({ conversions: 0, revenue: 0 });
  await press(page, 'Preview changes');
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByText('1 of 1 postback would get a new verdict.').waitFor();
  await preview.getByRole('cell', { name: 'Lead, approved, 7.5 USD' }).waitFor();
  await press(page, 'Apply to 1 postback');
  await page.getByText('Replayed 1 postback').waitFor();
  // The result is still shown after a reload.
  await page.reload();
  await page.getByText('No matching rule → Counted: 1').waitFor();
  await pollUntil(async () => (JSON.stringify(await sums()).includes('7.5') ? true : undefined), patience);
  expect(await sums()).toMatchObject({ conversions: 1, revenue: 7.5 });
  await press(page, 'Preview changes');
  await page.getByText('All postbacks in this time range have already been counted.').waitFor();

  await page.getByRole('tab', { name: 'Versions' }).click();
  await restoreVersion(page, 2);
  const toReport = page.getByRole('link', { name: 'Report by version' });
  await toReport.click();
  await page.getByRole('columnheader', { name: 'Version', exact: true }).waitFor();
  await page.getByRole('row').filter({ hasText: '$7.50' }).first().waitFor();
  // The version is shown with its author.
  const versionRow = page.getByRole('row').filter({ hasText: '$7.50' }).first();
  await expect.poll(() => versionRow.innerText()).toContain(owner().email);
  await page.goBack();
  await page.getByRole('tab', { name: 'Goals' }).click();
  await ruleAt(page, 1).waitFor();
  // The outdated rule does not appear, not even briefly.
  expect(await ruleAt(page, 2).count()).toBe(0);
  expect(consoleErrors).toEqual([]);
});

test('goal rules and the postback test fit the screen and are accessible', async (testContext) => {
  for (const [theme, width] of displayModes('phone')) {
    const { page, consoleErrors } = await enter(testContext, `/campaigns/${campaignId}?tab=goals`, {
      colorScheme: theme,
      viewport: { width, height: 800 },
    });
    await ruleAt(page, 1).getByRole('button', { name: '1. Sales' }).click();
    await ruleAt(page, 1).getByRole('combobox', { name: 'Payout' }).waitFor();
    expect(await horizontalOverflow(page)).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    await press(page, 'Test incoming postback');
    await page.getByRole('dialog', { name: 'Test incoming postback' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(consoleErrors).toEqual([]);
  }
});

test('an offer shows its versions side by side and can be restored', async (testContext) => {
  const { id } = await api().createOffer({ name: 'Phones', url: 'https://phones.example/?s={clickid}' });
  await api().updateOffer(id, { version: 1, name: 'Telephones', payout: { mode: 'fixed', amount: 4 } });
  const { page, consoleErrors } = await enter(testContext, `/offers/${id}?tab=versions`, {
    viewport: { width: 360, height: 800 },
  });
  const second = page.getByRole('article', { name: 'Version 2', exact: true });
  await second.getByText('name changed from “Phones” to “Telephones”').waitFor();
  await second.getByRole('button', { name: 'View diff' }).click();
  await second.getByRole('cell', { name: 'Telephones' }).waitFor();
  expect(await horizontalOverflow(page)).toBe(0);
  expect(await accessibilityViolations(page)).toEqual([]);
  const first = page.getByRole('article', { name: 'Version 1', exact: true });
  await first.getByRole('button', { name: 'Restore' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore version 1?' });
  await dialog.getByText('live right away').waitFor();
  await dialog.getByRole('cell', { name: 'Telephones' }).waitFor();
  expect(await horizontalOverflow(page)).toBe(0);
  expect(await accessibilityViolations(page)).toEqual([]);
  // Escape closes the dialog, and nothing is restored.
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await first.waitFor();
  expect(await api().getOffer(id)).toMatchObject({ name: 'Telephones', version: 2 });
  await restoreVersion(page, 1);
  await page.getByRole('article', { name: 'Version 3', exact: true }).waitFor();
  await page.getByRole('tab', { name: 'Settings' }).click();
  expect(await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Phones');
  expect(await api().getOffer(id)).toMatchObject({ name: 'Phones', payout: { mode: 'auto' }, version: 3 });
  expect(consoleErrors).toEqual([]);
});
