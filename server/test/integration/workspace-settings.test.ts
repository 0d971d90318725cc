import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createAffiliateNetwork } from '../../src/services/affiliate-networks/create-affiliate-network.ts';
import {
  getNetworkToken,
  issueNetworkToken,
  removeNetworkToken,
} from '../../src/services/affiliate-networks/network-token.ts';
import { archiveCampaign } from '../../src/services/campaigns/archive-campaigns.ts';
import type { WorkspaceContext } from '../../src/services/context.ts';
import {
  getWorkspaceSettings,
  updateWorkspaceSettings,
} from '../../src/services/workspaces/workspace-settings.ts';
import { restoreVersion } from '../../src/services/versions/restore-version.ts';
import { getVersion, listVersions } from '../../src/services/versions/versions.ts';
import { Database } from '../../src/store/database/database.ts';
import { makeCampaign, makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { countRequests, listActions } from '../../src/testing/workspaces/records.ts';

let database: Database;
let context: WorkspaceContext;

beforeAll(async () => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 4 });
  context = await makeWorkspace(database);
});

afterAll(() => database.close());

test('changing the currency of a workspace with campaigns requires confirmation', async () => {
  const own = await makeWorkspace(database);
  const { currency } = await getWorkspaceSettings(own);
  const [first, second] = currency === 'EUR' ? ['USD', 'GBP'] : ['EUR', 'GBP'];
  await updateWorkspaceSettings(own, { currency: first });
  const { id } = await makeCampaign(own);
  const conflict = {
    code: 'CONFLICT',
    reason: 'amounts-in-currency',
    details: { before: first, after: second },
  };
  await expect(updateWorkspaceSettings(own, { currency: second })).rejects.toMatchObject(conflict);
  // The change is also rejected for archived campaigns, because they have amounts too.
  await archiveCampaign(own, id);
  await expect(updateWorkspaceSettings(own, { currency: second })).rejects.toMatchObject(conflict);
  expect(await updateWorkspaceSettings(own, { currency: first, name: 'Renamed' })).toMatchObject({
    currency: first,
  });
  expect(await updateWorkspaceSettings(own, { currency: second, relabelAmounts: true })).toMatchObject({
    currency: second,
  });
});

test('settings have defaults and can be changed one by one, and each change publishes campaigns and is logged', async () => {
  const { id } = await makeCampaign(context);
  const foreign = await makeWorkspace(database);
  const before = await getWorkspaceSettings(context);
  expect(before).toMatchObject({
    timezone: 'Europe/Berlin',
    fallbackUrl: null,
    addressPrivacy: 'full',
    visitors: 'cookie',
    maxCostPerVisit: 100,
    retention: { visitDays: 400, eventDays: 400, postbackDays: 90 },
    rates: {},
  });
  const change = {
    fallbackUrl: 'https://example.com/away',
    addressPrivacy: 'truncated',
    visitors: 'cookieless',
    maxCostPerVisit: 0.000001,
    retention: { eventDays: 30 },
    rates: { eur: '0.90', GBP: '1.250000000000' },
  };
  const after = await updateWorkspaceSettings(context, change);
  expect(after).toEqual({
    ...before,
    ...change,
    retention: { visitDays: 400, eventDays: 30, postbackDays: 90 },
    rates: { EUR: '0.9', GBP: '1.25' },
    version: 2,
  });
  expect(await getWorkspaceSettings(context)).toEqual(after);
  expect(await countRequests(context, id)).toBe(2);
  const { version: _, ...read } = after;
  await updateWorkspaceSettings(context, read);
  await updateWorkspaceSettings(context, {});
  expect(await countRequests(context, id)).toBe(2);
  expect(await updateWorkspaceSettings(context, { fallbackUrl: null, rates: {} })).toMatchObject({
    fallbackUrl: null,
    rates: {},
  });
  expect(await listActions(context, context.workspaceId)).toEqual([
    'workspace.create',
    'workspace.settings',
    'workspace.settings',
  ]);
  expect(await getWorkspaceSettings(foreign)).toMatchObject({ fallbackUrl: null, addressPrivacy: 'full' });
});

test('settings keep their versions, and restoring one creates a new version', async () => {
  const mine = await makeWorkspace(database);
  const record = { type: 'workspace', id: mine.workspaceId } as const;
  const { version: _, ...first } = await getWorkspaceSettings(mine);
  await updateWorkspaceSettings(mine, {
    name: 'Other',
    rates: { EUR: '1.1' },
    retention: { visitDays: 30 },
  });
  const { items } = await listVersions(mine, record.type, record.id);
  expect(items.map(({ version, changes }) => ({ version, changes }))).toEqual([
    {
      version: 2,
      changes: [
        `name changed from “${first.name}” to “Other”`,
        'rates EUR added: “1.1”',
        'retention visit days changed from 400 to 30',
      ],
    },
    { version: 1, changes: [] },
  ]);
  expect(await restoreVersion(mine, record, '1')).toEqual({ isChanged: true });
  expect(await getWorkspaceSettings(mine)).toEqual({ ...first, version: 3 });
  expect(await restoreVersion(mine, record, '1')).toEqual({ isChanged: false });
  expect((await getVersion(mine, record, '3')).content).toEqual({ workspace: first });
  const foreign = await makeWorkspace(database);
  await expect(restoreVersion(foreign, record, '2')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(listVersions(foreign, record.type, record.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('restoring settings with a different currency is rejected once the workspace has campaigns', async () => {
  const mine = await makeWorkspace(database);
  const record = { type: 'workspace', id: mine.workspaceId } as const;
  const { currency: first } = await getWorkspaceSettings(mine);
  const second = first === 'EUR' ? 'GBP' : 'EUR';
  await updateWorkspaceSettings(mine, { currency: second, name: 'Second' });
  // The currency can be changed back, because without campaigns there are no amounts whose meaning could change.
  expect(await restoreVersion(mine, record, '1')).toEqual({ isChanged: true });
  await makeCampaign(mine);
  const before = await getWorkspaceSettings(mine);
  await expect(restoreVersion(mine, record, '2')).rejects.toMatchObject({
    code: 'CONFLICT',
    reason: 'amounts-in-currency',
    details: { before: first, after: second },
    message: expect.stringContaining('Confirm the change in the workspace settings'),
  });
  expect(await getWorkspaceSettings(mine)).toEqual(before);
  expect((await listVersions(mine, record.type, record.id)).items).toHaveLength(3);
});

test.each<[change: unknown, path: string]>([
  [{ timezone: 'Mars' }, 'timezone'],
  [{ currency: 'XXZ' }, 'currency'],
  [{ fallbackUrl: 'ftp://x' }, 'fallbackUrl'],
  [{ visitors: 'fingerprint' }, 'visitors'],
  [{ retention: { visitDays: 0 } }, 'retention.visitDays'],
  [{ rates: { EUR: '0' } }, 'rates.EUR'],
  [{ rates: { EUR: '1e3' } }, 'rates.EUR'],
  [{ rates: { USD: '1' } }, 'rates.USD'],
  [{ name: '' }, 'name'],
  [{ surprise: 1 }, 'surprise'],
])('%j is rejected with the path %s', async (change, path) => {
  await expect(updateWorkspaceSettings(context, change)).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    details: { issues: [{ path }] },
  });
});

test("an affiliate network's token is shown once, replaced and removed, and only its hash is stored", async () => {
  const { id } = await createAffiliateNetwork(context, { name: 'N' });
  expect(await getNetworkToken(context, id)).toMatchObject({ isSet: false });
  const first = await issueNetworkToken(context, id);
  const second = await issueNetworkToken(context, id);
  expect(first.token).not.toBe(second.token);
  expect(first.token.length).toBeGreaterThan(30);
  expect(await getNetworkToken(context, id)).toEqual({ isSet: true, version: 3 });
  await removeNetworkToken(context, id);
  await removeNetworkToken(context, id);
  expect(await getNetworkToken(context, id)).toMatchObject({ isSet: false });
  expect(await listActions(context, id)).toEqual([
    'affiliate-network.create',
    'affiliate-network.issue-token',
    'affiliate-network.issue-token',
    'affiliate-network.remove-token',
  ]);
  await expect(issueNetworkToken(await makeWorkspace(database), id)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});
