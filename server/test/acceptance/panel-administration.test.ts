// Tests administration: API keys, domains, members, settings, audit log, data deletion, alerts and system status.
import { execFile } from 'node:child_process';
import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql, type RawBuilder } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import {
  fill,
  heading,
  press,
  restoreVersion,
  accessibilityViolations,
} from '../../src/testing/browser/panel-actions.ts';
import { usePanel } from '../../src/testing/browser/panel-pages.ts';
import { deliverPush, replacePushService } from '../../src/testing/browser/push-messages.ts';
import { Database } from '../../src/store/database/database.ts';
import { lightStoreEnvironment } from '../../src/testing/machine.ts';
import { readEngineAddresses } from '../../src/testing/product/product-traffic.ts';
import { cname, reply, startNameServer } from '../../src/testing/name-server.ts';

const run = promisify(execFile);

const target = 'edge.tracker.example';
// CNAME target that the test DNS server returns, or undefined if it returns no record.
let cnameTarget: string | undefined;
const names = await startNameServer((query) =>
  cnameTarget === undefined ? reply(query, 3) : reply(query, 0, [cname(cnameTarget)]),
);
afterAll(() => names.close());

const { api, enter, open, owner, product } = usePanel({
  environment: {
    ...lightStoreEnvironment,
    WAYPOST_TRACKING_URL: `http://${target}`,
    WAYPOST_DNS_SERVERS: names.address,
  },
});

async function copyableText(page: Page, label: string): Promise<string> {
  return await page.getByRole('textbox', { name: label }).innerText();
}

async function hasCurl(): Promise<boolean> {
  return await run('curl', ['--version']).then(
    () => true,
    () => false,
  );
}

async function runInShell(command: string): Promise<{ ok: boolean; data?: Record<string, unknown> }> {
  const { stdout } = await run('sh', ['-c', `${command} --silent`]);
  return JSON.parse(stdout);
}

test('the test command for a new key works in a shell until the key is rotated or revoked', async (testContext) => {
  if (!(await hasCurl())) testContext.skip('the test command needs curl');
  const { page, consoleErrors } = await enter(testContext, '/keys/new');
  await fill(page, 'label', 'Nightly report');
  await page.getByRole('combobox', { name: 'Scope' }).click();
  await page.getByRole('option', { name: 'Read and write' }).click();
  await page.getByRole('combobox', { name: 'Expires after' }).click();
  await page.getByRole('option', { name: '30 days' }).click();
  await press(page, 'Create key');
  const command = await copyableText(page, 'Test command');
  expect(await runInShell(command)).toMatchObject({
    ok: true,
    data: { provider: 'api-key', scope: 'write', label: 'Nightly report' },
  });
  await page.keyboard.press('Escape');
  expect(await copyableText(page, 'Token')).toMatch(/^wpk_/);
  await press(page, 'Done');

  await page.getByRole('grid', { name: 'API keys' }).getByRole('link', { name: 'Nightly report' }).click();
  await press(page, 'Rotate');
  await page.getByRole('dialog', { name: 'Rotate Nightly report?' }).waitFor();
  await page.getByRole('button', { name: 'Rotate', exact: true }).last().click();
  const rotated = await copyableText(page, 'Test command');
  expect(await runInShell(command)).toMatchObject({ ok: false });
  expect(await runInShell(rotated)).toMatchObject({ ok: true });
  await press(page, 'Done');
  await press(page, 'Revoke');
  await page.getByRole('dialog', { name: 'Revoke Nightly report?' }).waitFor();
  await page.getByRole('button', { name: 'Revoke', exact: true }).last().click();
  await page.getByText('Nightly report revoked.').waitFor();
  expect(await runInShell(rotated)).toMatchObject({ ok: false });
  expect(consoleErrors).toEqual([]);
});

test('a member is invited by link, given a different role and removed; the last owner cannot leave', async (testContext) => {
  const { page, consoleErrors } = await enter(testContext, '/people');
  await fill(page, 'email', 'carla@example.com');
  await page.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Viewer' }).click();
  await press(page, 'Invite');
  const first = await copyableText(page, 'Invitation link');
  await press(page, 'New link for carla@example.com');
  await expect.poll(() => copyableText(page, 'Invitation link')).not.toBe(first);
  const link = await copyableText(page, 'Invitation link');

  const invited = await open(testContext, link.slice(new URL(link).origin.length));
  await heading(invited.page, 'Join My workspace');
  await fill(invited.page, 'password', 'five copper kettles boil at noon');
  await press(invited.page, 'Join');
  await press(invited.page, 'Administration');
  await invited.page.getByRole('link', { name: 'Members' }).waitFor();
  expect(await invited.page.getByRole('link', { name: 'API keys' }).count()).toBe(0);

  await page.reload();
  await press(page, 'Change role for carla@example.com');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Admin' }).click();
  await press(page, 'Change role');
  await page.getByText('carla@example.com now has the admin role.').waitFor();
  await invited.page.reload();
  await invited.page.getByRole('link', { name: 'API keys' }).waitFor();

  await press(page, 'Remove carla@example.com');
  await page.getByRole('dialog', { name: 'Remove carla@example.com?' }).waitFor();
  await page.getByRole('button', { name: 'Remove', exact: true }).last().click();
  await page.getByText('carla@example.com removed.').waitFor();
  await press(page, 'Leave the workspace');
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await page.getByRole('alert').getByText('A workspace needs at least one owner.').waitFor();
  expect((await api().listMembers()).items).toHaveLength(1);
  expect(consoleErrors).toEqual([]);
});

test('a new domain shows its DNS state until it is verified', async (testContext) => {
  const { page, consoleErrors } = await enter(testContext, '/domains/new');
  await fill(page, 'host', 'Go.Shop.example');
  await press(page, 'Add domain');
  expect(await copyableText(page, 'Name')).toBe('go.shop.example');
  expect(await copyableText(page, 'Value')).toBe(target);
  const drawer = page.getByRole('dialog');
  await drawer.getByText('No CNAME record found for go.shop.example.').waitFor();
  cnameTarget = 'parking.example.net';
  await drawer.getByText('The CNAME record for go.shop.example points to parking.example.net.').waitFor();
  cnameTarget = target;
  await drawer.getByText('Verified', { exact: true }).waitFor();
  expect((await api().listDomains()).items).toMatchObject([
    { host: 'go.shop.example', verification: 'verified' },
  ]);

  const { id: trafficSourceId } = await api().createTrafficSource({ name: 'Push' });
  const { id: rotatorId } = await api().createRotator({ name: 'Rotator' });
  const [domain] = (await api().listDomains()).items;
  await api().createCampaign({
    name: 'Shop',
    trafficSourceId,
    destination: { mode: 'use_rotator', rotatorId },
    tracking: { method: 'redirect', domainId: domain?.id ?? '' },
  });
  await page.reload();
  await drawer.getByRole('link', { name: 'Shop', exact: true }).waitFor();
  await press(page, 'Archive');
  await drawer.getByRole('alert').getByRole('link', { name: 'campaign Shop' }).waitFor();
  expect(consoleErrors).toEqual([]);
});

test('a new currency is saved only after a confirmation that explains the effect', async (testContext) => {
  const { page, consoleErrors } = await enter(testContext, '/settings');
  const chooseAndSave = async (code: string) => {
    await page.getByRole('combobox', { name: 'Currency', exact: true }).fill(code);
    await page.getByRole('option', { name: new RegExp(code) }).click();
    await press(page, 'Save');
    await page.getByText(`100 USD becomes 100 ${code}, even in past reports.`).waitFor();
  };
  await chooseAndSave('GBP');
  expect(await accessibilityViolations(page)).toEqual([]);
  await press(page, 'Keep USD');
  expect(await api().getWorkspaceSettings()).toMatchObject({ currency: 'USD', version: 1 });
  await press(page, 'Discard');
  expect(consoleErrors).toEqual([]);
});

test('a setting is changed and restored, and the audit log shows the actor and both values', async (testContext) => {
  const { page, consoleErrors } = await enter(testContext, '/settings');
  await fill(page, 'name', 'Mobile team');
  await page.getByLabel('Postbacks').fill('30');
  await press(page, 'Save');
  await page.getByText('Settings saved.').waitFor();
  await page.getByRole('tab', { name: 'Versions' }).click();
  await page.getByText('retention postback days changed from 90 to 30').waitFor();
  await restoreVersion(page, 1);
  await page.getByRole('article', { name: 'Version 3' }).waitFor();
  expect(await api().getWorkspaceSettings()).toMatchObject({ retention: { postbackDays: 90 }, version: 3 });

  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByRole('combobox', { name: 'Action' }).click();
  await page.getByRole('option', { name: 'Workspace settings' }).click();
  const log = page.getByRole('grid', { name: 'Changes' });
  await log.getByText('Workspace version restored').waitFor();
  await log
    .getByRole('row', { name: /Workspace settings updated/ })
    .last()
    .getByRole('link')
    .click();
  const entry = page.getByRole('dialog', { name: 'Workspace settings updated' });
  await entry.getByText(owner().email).first().waitFor();
  const line = entry.getByRole('row', { name: /Retention postback days/ });
  expect((await line.getByRole('cell').allInnerTexts()).map((text) => text.trim())).toEqual([
    'Retention postback days',
    '90',
    '30',
  ]);
  await press(page, `Show changes by ${owner().email}`);
  await page.waitForURL(/actor=/);
  await log.getByText('Workspace version restored').waitFor();
  expect(consoleErrors).toEqual([]);
});

test('a visit is deleted only with the correct password', async (testContext) => {
  const { items } = await api().listCampaigns();
  const { visit } = await api().getCampaignLinks(items[0]?.id ?? '');
  const { edge } = product().urls;
  await fetch(new URL(new URL(visit).pathname, edge), {
    headers: {
      host: target,
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    },
    redirect: 'manual',
  });
  const days = { from: '2026-01-01', to: '2100-01-01' };
  const clickIds = async () =>
    (await api().listEvents({ query: days })).items.flatMap(({ clickId }) => clickId ?? []);
  await expect.poll(async () => (await clickIds()).length).toBe(1);
  const [clickId = ''] = await clickIds();

  const { page, consoleErrors } = await enter(testContext, '/erasure');
  await fill(page, 'clickId', clickId);
  await fill(page, 'password', 'not the one that it is');
  await press(page, 'Delete permanently');
  await page.getByText('Wrong password', { exact: false }).waitFor();
  expect(await clickIds()).toEqual([clickId]);
  await fill(page, 'password', owner().password);
  await press(page, 'Delete permanently');
  await page.getByRole('table', { name: 'Deletions' }).getByText(clickId).waitFor();
  expect((await api().listErasures()).items).toMatchObject([{ clickId, finishedAt: null }]);
  expect(consoleErrors).toEqual([]);
});

test('an administrator changes an alert rule, then adds a webhook, sees its secret, tests the webhook and removes it', async (testContext) => {
  const { page, consoleErrors } = await enter(testContext, '/alerts');
  await heading(page, 'Alerts');
  const rule = page.getByRole('spinbutton', { name: /^Threshold: Report data delayed/ });
  await rule.fill('30');
  await rule.press('Enter');
  await expect
    .poll(async () => (await api().getAlertRules()).rules.find(({ kind }) => kind === 'late-traffic'))
    .toMatchObject({ isOn: true, threshold: 30, isChanged: true });
  await page.getByRole('textbox', { name: 'Webhook URL' }).fill('https://localhost/x');
  await press(page, 'Add webhook');
  await page.getByText('Must have a host on the public internet').waitFor();
  const url = 'https://hooks.invalid.example/waypost';
  await page.getByRole('textbox', { name: 'Webhook URL' }).fill(url);
  await press(page, 'Add webhook');
  await page.getByText(/^whsec_/).waitFor();
  await press(page, `Test ${url}`);
  const receivers = page.getByRole('table', { name: 'Alert receivers' });
  await receivers.getByText('DNS lookup failed.').waitFor();
  await press(page, `Remove ${url}`);
  await expect.poll(async () => (await api().getAlertReceivers()).receivers).toEqual([]);
  expect(consoleErrors).toEqual([]);
});

test('a member turns on notifications in the browser, gets one for an alert, and turns them off again', async (testContext) => {
  const { page, consoleErrors } = await enter(testContext, '/account');
  await replacePushService(page);
  await page.goto(`${product().urls.panel}/alerts`);
  const listed = async () => (await api().getAlertDevices()).devices;
  const toggle = page.getByRole('switch', { name: 'Show notifications in this browser' });
  const devices = page.getByRole('table', { name: 'Your devices' });
  await toggle.waitFor();
  expect([await toggle.isChecked(), page.context().serviceWorkers()]).toEqual([false, []]);
  await toggle.press('Space');
  await devices.getByText('This device').waitFor();
  expect(await listed()).toMatchObject([{ name: 'Chrome on Linux', service: 'push.invalid.example' }]);
  const notification = { tag: 'a', title: 'Alert: Main', body: 'Germany, push: no visits.' };
  const shown = await deliverPush(page, { path: '/alerts?ws=w', notifications: [notification] });
  expect(shown).toMatchObject([[notification.title, { tag: 'a', body: notification.body }]]);
  await devices.getByRole('button', { name: 'Test Chrome on Linux' }).click();
  await devices.getByText('DNS lookup failed.').waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  const [device] = await listed();
  await api().removeAlertReceiver(device?.id ?? '');
  await page.reload();
  await toggle.waitFor();
  expect(await toggle.isChecked()).toBe(false);
  await toggle.click();
  await devices.getByText('This device').waitFor();
  await toggle.click();
  await expect.poll(listed).toEqual([]);
  await expect.poll(() => page.evaluate("sessionStorage.getItem('subscription')")).toBeNull();
  expect(consoleErrors).toEqual([]);
});

test('the menu shows and announces the number of open alerts until the last one is resolved', async (testContext) => {
  const database = new Database(readEngineAddresses(product()).postgres, { connectionsMax: 1 });
  testContext.onTestFinished(() => database.close());
  const change = async (statement: RawBuilder<unknown>) =>
    void (await database.asSystem((executor) => statement.execute(executor)));
  const resolveAll = sql`UPDATE alerts SET recovered_at = now() WHERE recovered_at IS NULL AND opened_at IS NOT NULL`;
  // Turns off alerts about the test machine, such as an outdated GeoIP database.
  for (const { kind } of (await api().getAlertRules()).rules)
    if (kind !== 'low-disk') await api().changeAlertRule(kind, { isOn: false });
  await change(resolveAll);
  const { page, consoleErrors } = await enter(testContext, '/landings');
  const menu = page.getByRole('navigation', { name: 'Screens' });
  await menu.getByRole('button', { name: 'Administration' }).waitFor();
  expect(await menu.getByRole('link', { name: 'Alerts' }).count()).toBe(0);
  // A check that began before the rules were turned off may have opened another alert.
  await change(resolveAll);
  // An alert remains open for five minutes after it was last seen, so the worker does not resolve these alerts during
  // the test.
  await change(sql`
    INSERT INTO alerts (id, workspace_id, kind, key, message, first_seen_at, last_seen_at, opened_at)
    SELECT gen_random_uuid(), (SELECT id FROM workspaces), 'low-disk', key, 'Little room.', now(), now(), now()
    FROM unnest(ARRAY ['a', 'b']) AS key`);
  await page.reload();
  await menu.getByRole('button', { name: 'Administration 2 open alerts' }).click();
  await menu.getByRole('link', { name: 'Alerts 2 open alerts' }).getByText('2', { exact: true }).waitFor();
  await page.getByRole('status').getByText('2 open alerts').waitFor();
  await page.setViewportSize({ width: 360, height: 800 });
  await page.getByRole('button', { name: 'Open menu: 2 open alerts' }).waitFor();
  await change(resolveAll);
  await page.reload();
  await page.getByRole('button', { name: 'Open menu', exact: true }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Alerts', exact: true }).waitFor();
  expect(consoleErrors).toEqual([]);
});

test('the system screen shows every process, engine and job', async (testContext) => {
  const { page, consoleErrors } = await enter(testContext, '/system');
  await heading(page, 'System');
  const parts = page.getByRole('table', { name: 'Processes and engines' });
  await parts.getByRole('row', { name: /^worker Running/ }).waitFor();
  await parts.getByRole('row', { name: /^postgres Running/ }).waitFor();
  await page.getByRole('table', { name: 'Edges' }).getByText('Running').waitFor();
  await page.getByRole('table', { name: 'Jobs' }).getByText('watch-alerts').waitFor();
  await page
    .getByRole('table', { name: 'Restarts' })
    .getByText(/^version \S+ started/)
    .first()
    .waitFor();
  await page.getByText(/of traffic$/).waitFor();
  await page.getByText('waypost backup FOLDER').waitFor();
  await page.getByText('WAYPOST_BACKUP_TO').waitFor();
  const marker = join(product().dataDirectory, 'last-backup');
  writeFileSync(marker, '');
  const tenDaysAgo = new Date(Date.now() - 10 * 86_400_000);
  utimesSync(marker, tenDaysAgo, tenDaysAgo);
  await press(page, 'Refresh');
  await page.getByText('The last backup is 10 days old. Create a new one.').waitFor();
  await page.getByRole('definition').getByText('10 days ago').waitFor();
  expect(consoleErrors).toEqual([]);
});
