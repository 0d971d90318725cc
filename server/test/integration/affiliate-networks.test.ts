import { affiliateNetwork as networkShape } from '@waypost/contract/campaigns/affiliate-networks.ts';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import {
  archiveAffiliateNetwork,
  getAffiliateNetwork,
  listAffiliateNetworks,
  restoreAffiliateNetworks,
  updateAffiliateNetwork,
} from '../../src/services/affiliate-networks/affiliate-networks.ts';
import {
  getNetworkToken,
  issueNetworkToken,
  removeNetworkToken,
} from '../../src/services/affiliate-networks/network-token.ts';
import { createAffiliateNetwork } from '../../src/services/affiliate-networks/create-affiliate-network.ts';
import { listAuditLog } from '../../src/services/audit/list-audit-log.ts';
import type { WorkspaceContext } from '../../src/services/context.ts';
import { createOffer } from '../../src/services/offers/create-offer.ts';
import { archiveOffer } from '../../src/services/offers/offers.ts';
import { Database } from '../../src/store/database/database.ts';
import { makeCampaign, makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import {
  addOfferToPool,
  countRequests,
  listActions,
  listByCreation,
} from '../../src/testing/workspaces/records.ts';
import { withUnreachableTraffic } from '../../src/testing/traffic/traffic.ts';

let database: Database;

beforeAll(() => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 8 });
});

afterAll(() => database.close());

const full = {
  name: 'Network',
  clickIdParam: 'aff_sub',
  defaultPayout: 12.345678,
  currency: 'EUR',
  postbackIps: ['192.0.2.1', '2001:db8::/32'],
  statusMap: { paid: 'approved', declined: 'rejected' },
  duplicatePolicy: 'accumulate',
  decimalMark: 'comma',
};

async function makeNetwork(context: WorkspaceContext, input: object = {}): Promise<string> {
  return (await createAffiliateNetwork(context, { name: 'Network', ...input })).id;
}

test('a network created with only a name accepts postbacks from any IP address and ignores duplicates', async () => {
  const context = await makeWorkspace(database, () => new Date('2026-01-02T03:04:05.678Z'));
  const id = await makeNetwork(context);
  expect(networkShape.parse(await getAffiliateNetwork(context, id))).toEqual({
    id,
    name: 'Network',
    clickIdParam: null,
    defaultPayout: null,
    currency: null,
    postbackIps: [],
    statusMap: {},
    duplicatePolicy: 'ignore',
    decimalMark: null,
    version: 1,
    status: 'active',
    createdAt: '2026-01-02T03:04:05.678Z',
  });
  const { items } = await listAuditLog(context, { subjectId: id });
  expect(items).toMatchObject([
    {
      action: 'affiliate-network.create',
      changes: expect.arrayContaining([{ field: 'name', after: 'Network' }]),
    },
  ]);
});

test('a network returns all values it was created with; an update replaces lists and maps as a whole', async () => {
  const context = await makeWorkspace(database);
  const id = await makeNetwork(context, full);
  expect(await getAffiliateNetwork(context, id)).toMatchObject(full);
  const change = { name: 'Other', postbackIps: ['10.0.0.0/8'], statusMap: { PAID: 'hold' } };
  await updateAffiliateNetwork(context, id, change);
  expect(await getAffiliateNetwork(context, id)).toEqual({
    id,
    ...full,
    ...change,
    statusMap: { paid: 'hold' },
    status: 'active',
    version: 2,
    createdAt: expect.any(String),
  });
  const cleared = { clickIdParam: '', defaultPayout: null, currency: null, postbackIps: null };
  await updateAffiliateNetwork(context, id, {
    ...cleared,
    statusMap: null,
    duplicatePolicy: null,
    decimalMark: null,
  });
  expect(await getAffiliateNetwork(context, id)).toMatchObject({
    name: 'Other',
    clickIdParam: null,
    defaultPayout: null,
    currency: null,
    postbackIps: [],
    statusMap: {},
    duplicatePolicy: 'ignore',
    decimalMark: null,
  });
});

test('the network list is filtered by text, IDs and archive state', async () => {
  const context = await makeWorkspace(database);
  const [first, second] = [await makeNetwork(context, { name: 'First' }), await makeNetwork(context)];
  const archived = await makeNetwork(context, { name: 'first too' });
  await archiveAffiliateNetwork(context, archived);
  await makeNetwork(await makeWorkspace(database), { name: 'First' });
  const list = async (filter: object) =>
    (await listByCreation(listAffiliateNetworks(withUnreachableTraffic(context), filter))).map(
      (network) => network.id,
    );
  expect(await list({})).toEqual([first, second]);
  expect(await list({ q: 'FIRST' })).toEqual([first]);
  expect(await list({ q: 'FIRST', archived: 'all' })).toEqual([first, archived]);
  expect(await list({ ids: second })).toEqual([second]);
});

test('archiving a network with active offers is refused and the error names the offers', async () => {
  const context = await makeWorkspace(database);
  const id = await makeNetwork(context);
  const addOffer = async (name: string) =>
    (await createOffer(context, { name, url: 'https://offer.example/', affiliateNetworkId: id })).id;
  const [one, other] = [await addOffer('One'), await addOffer('Other')];
  await archiveOffer(context, other);
  await expect(archiveAffiliateNetwork(context, id)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'The affiliate network is in use',
    details: {
      blocked: [
        { type: 'affiliate-network', id, name: 'Network', by: [{ type: 'offer', id: one, name: 'One' }] },
      ],
    },
  });
  expect((await getAffiliateNetwork(context, id)).status).toBe('active');
  await archiveOffer(context, one);
  await archiveAffiliateNetwork(context, id);
  expect((await getAffiliateNetwork(context, id)).status).toBe('archived');
});

test('an archived network must be restored before it can be changed', async () => {
  const context = await makeWorkspace(database);
  const id = await makeNetwork(context);
  await archiveAffiliateNetwork(context, id);
  await expect(updateAffiliateNetwork(context, id, { name: 'Other' })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'The affiliate network is archived. Restore it first.',
  });
  await expect(issueNetworkToken(context, id)).rejects.toMatchObject({ reason: 'archived' });
  expect(await restoreAffiliateNetworks(context, { ids: [id, id] })).toEqual({ restored: 1 });
  await updateAffiliateNetwork(context, id, { name: 'Other', status: 'active' });
  expect(await getAffiliateNetwork(context, id)).toMatchObject({ name: 'Other', status: 'active' });
});

test('a token is issued and removed, and removing it again is not logged', async () => {
  const context = await makeWorkspace(database);
  const id = await makeNetwork(context);
  await removeNetworkToken(context, id);
  const { token } = await issueNetworkToken(context, id);
  expect([token.length, await getNetworkToken(context, id)]).toEqual([32, { isSet: true, version: 2 }]);
  await removeNetworkToken(context, id);
  await removeNetworkToken(context, id);
  expect(await getNetworkToken(context, id)).toEqual({ isSet: false, version: 3 });
  expect((await listActions(context, id)).slice(1)).toEqual([
    'affiliate-network.issue-token',
    'affiliate-network.remove-token',
  ]);
  const { items } = await listAuditLog(context, { subjectId: id });
  expect(items.map(({ version }) => version)).toEqual([3, 2, 1]);
});

test("another workspace's network is not found", async () => {
  const [context, foreign] = [await makeWorkspace(database), await makeWorkspace(database)];
  const theirs = await makeNetwork(foreign);
  for (const id of [theirs, newId(), 'nonsense']) {
    const refusal = { code: 'NOT_FOUND', message: 'Affiliate network not found' };
    await expect(getAffiliateNetwork(context, id)).rejects.toMatchObject(refusal);
    await expect(updateAffiliateNetwork(context, id, { name: 'Mine' })).rejects.toMatchObject(refusal);
    await expect(archiveAffiliateNetwork(context, id)).rejects.toMatchObject(refusal);
  }
  await expect(restoreAffiliateNetworks(context, { ids: [theirs] })).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: 'Some of the affiliate networks were not found',
    details: { missing: [theirs] },
  });
  expect(await getAffiliateNetwork(foreign, theirs)).toMatchObject({ name: 'Network', status: 'active' });
});

test('an API key cannot read or change networks', async () => {
  const workspace = await makeWorkspace(database);
  const id = await makeNetwork(workspace);
  const context: WorkspaceContext = {
    ...workspace,
    actor: { type: 'key', id: newId(), label: 'key', scope: 'write' },
  };
  const attempts = [
    getAffiliateNetwork(context, id),
    listByCreation(listAffiliateNetworks(withUnreachableTraffic(context), {})),
    createAffiliateNetwork(context, full),
    updateAffiliateNetwork(context, id, { name: 'Other' }),
    archiveAffiliateNetwork(context, id),
    restoreAffiliateNetworks(context, { ids: [id] }),
  ];
  for (const attempt of attempts) await expect(attempt).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('each change is written to the audit log, and an update that changes nothing is not', async () => {
  const context = await makeWorkspace(database);
  const id = await makeNetwork(context, full);
  const { version: _, ...read } = await getAffiliateNetwork(context, id);
  await updateAffiliateNetwork(context, id, read);
  await updateAffiliateNetwork(context, id, { statusMap: { declined: 'rejected', Paid: 'approved' } });
  await updateAffiliateNetwork(context, id, { currency: 'usd' });
  await archiveAffiliateNetwork(context, id);
  await archiveAffiliateNetwork(context, id);
  await restoreAffiliateNetworks(context, { ids: [id] });
  await restoreAffiliateNetworks(context, { ids: [id] });
  expect(await listActions(context, id)).toEqual([
    'affiliate-network.create',
    'affiliate-network.update',
    'affiliate-network.archive',
    'affiliate-network.restore',
  ]);
});

test('changing a network republishes the campaigns that use its offers', async () => {
  const context = await makeWorkspace(database);
  const [used, unused] = [await makeNetwork(context), await makeNetwork(context)];
  const offer = await createOffer(context, {
    name: 'Offer',
    url: 'https://offer.example/',
    affiliateNetworkId: used,
  });
  const campaign = await makeCampaign(context);
  await addOfferToPool(context, campaign.rotatorId, offer.id);
  const before = await countRequests(context, campaign.id);
  await updateAffiliateNetwork(context, used, { clickIdParam: 'sub1' });
  await updateAffiliateNetwork(context, used, { clickIdParam: 'sub1' });
  await updateAffiliateNetwork(context, unused, { clickIdParam: 'sub1' });
  expect(await countRequests(context, campaign.id)).toBe(before + 1);
});
