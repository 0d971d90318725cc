import { offer as offerShape } from '@waypost/contract/campaigns/offers.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import {
  archiveAffiliateNetwork,
  restoreAffiliateNetworks,
} from '../../src/services/affiliate-networks/affiliate-networks.ts';
import { createAffiliateNetwork } from '../../src/services/affiliate-networks/create-affiliate-network.ts';
import type { WorkspaceContext } from '../../src/services/context.ts';
import { createOffer } from '../../src/services/offers/create-offer.ts';
import { archiveOffer, archiveOffers, getOffer, listOffers } from '../../src/services/offers/offers.ts';
import { restoreOffers } from '../../src/services/offers/restore-offers.ts';
import { updateOffer } from '../../src/services/offers/update-offer.ts';
import { describeMissing } from '../../src/services/refuse-missing.ts';
import { createRotator } from '../../src/services/rotators/create-rotator.ts';
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

const page = { name: 'Offer', url: 'https://offer.example/?c={clickid}' };

async function makeOffer(context: WorkspaceContext, input: object = {}): Promise<string> {
  return (await createOffer(context, { ...page, ...input })).id;
}

async function makeNetwork(context: WorkspaceContext): Promise<string> {
  return (await createAffiliateNetwork(context, { name: 'Network' })).id;
}

function overflowTo(overflowOfferId: string | null) {
  return { caps: [{ limit: 5, per: 'day', counts: 'clicks' }], overflowOfferId };
}

describe('creating and listing offers', () => {
  test('an offer created with only a name and URL has no network, no caps and an automatic payout', async () => {
    const context = await makeWorkspace(database, () => new Date('2026-01-02T03:04:05.678Z'));
    const id = await makeOffer(context);
    const read = await getOffer(context, id);
    expect(offerShape.parse(read)).toEqual({
      id,
      ...page,
      affiliateNetworkId: null,
      country: null,
      payout: { mode: 'auto', amount: null },
      caps: [],
      overflowOfferId: null,
      shortName: null,
      version: 1,
      status: 'active',
      createdAt: '2026-01-02T03:04:05.678Z',
    });
  });

  test('every field is returned as it was written, with six decimal places in amounts', async () => {
    const context = await makeWorkspace(database);
    const fields = {
      affiliateNetworkId: await makeNetwork(context),
      country: 'DE',
      payout: { mode: 'fixed', amount: 999_999_999.000001 },
      caps: [{ limit: 1_000_000_000, per: 'total', counts: 'conversions' }],
      overflowOfferId: await makeOffer(context),
      shortName: 'best-of-3',
    };
    expect(await getOffer(context, await makeOffer(context, fields))).toMatchObject(fields);
  });

  test('the list filters by network, country, text, IDs and status', async () => {
    const context = await makeWorkspace(database);
    const affiliateNetworkId = await makeNetwork(context);
    const percent = await makeOffer(context, { name: '100% Plain' });
    const german = await makeOffer(context, { country: 'DE', affiliateNetworkId });
    const archived = await makeOffer(context, { affiliateNetworkId });
    await archiveOffer(context, archived);
    const list = async (filter: object) =>
      (await listByCreation(listOffers(withUnreachableTraffic(context), filter))).map((listed) => listed.id);
    expect(await list({})).toEqual([percent, german]);
    expect(await list({ archived: 'all' })).toEqual([percent, german, archived]);
    expect(await list({ affiliateNetworkId })).toEqual([german]);
    expect(await list({ affiliateNetworkId: newId() })).toEqual([]);
    expect(await list({ country: 'de' })).toEqual([german]);
    expect(await list({ q: '0% p' })).toEqual([percent]);
    expect(await list({ ids: `${archived},${german}`, archived: 'all' })).toEqual([german, archived]);
  });
});

describe('an offer', () => {
  test.each([
    ['affiliate network', (id: string) => ({ affiliateNetworkId: id })],
    ['fallback offer', (id: string) => overflowTo(id)],
  ])('rejects an unknown %s, and one from another workspace, as not found', async (label, refer) => {
    const [context, foreign] = [await makeWorkspace(database), await makeWorkspace(database)];
    const id = await makeOffer(context);
    const theirs = label === 'fallback offer' ? await makeOffer(foreign) : await makeNetwork(foreign);
    for (const missing of [newId(), theirs]) {
      const rejection = { code: 'NOT_FOUND', message: describeMissing(label) };
      await expect(createOffer(context, { ...page, ...refer(missing) })).rejects.toMatchObject(rejection);
      await expect(updateOffer(context, id, refer(missing))).rejects.toMatchObject(rejection);
    }
    expect(await listByCreation(listOffers(withUnreachableTraffic(context), {}))).toHaveLength(1);
  });

  test('rejects an archived network or fallback offer, and the error names the archived record', async () => {
    const context = await makeWorkspace(database);
    const id = await makeOffer(context);
    const networkId = await makeNetwork(context);
    const overflowId = await makeOffer(context, { name: 'Spare' });
    await archiveAffiliateNetwork(context, networkId);
    await archiveOffer(context, overflowId);
    const network = { type: 'affiliate-network', id: networkId, name: 'Network' };
    const overflow = { type: 'offer', id: overflowId, name: 'Spare' };
    const attempts = [
      [{ affiliateNetworkId: networkId }, 'The affiliate network is archived. Restore it first.', network],
      [overflowTo(overflowId), 'The fallback offer is archived. Restore it first.', overflow],
    ] as const;
    for (const [input, message, archived] of attempts) {
      const rejection = { code: 'CONFLICT', message };
      await expect(createOffer(context, { ...page, ...input })).rejects.toMatchObject({
        ...rejection,
        details: { blocked: [{ ...archived, by: [] }] },
      });
      await expect(updateOffer(context, id, input)).rejects.toMatchObject({
        ...rejection,
        details: { blocked: [{ type: 'offer', id, name: 'Offer', by: [archived] }] },
      });
    }
    expect(await getOffer(context, id)).toMatchObject({ affiliateNetworkId: null, overflowOfferId: null });
  });

  test('cannot be its own fallback offer, whether its ID is in upper or lower case', async () => {
    const context = await makeWorkspace(database);
    const id = await makeOffer(context);
    for (const spelling of [id, id.toUpperCase()])
      await expect(updateOffer(context, spelling, overflowTo(id.toUpperCase()))).rejects.toMatchObject({
        code: 'VALIDATION_FAILED',
        details: { issues: [{ path: 'overflowOfferId', message: 'must be a different offer' }] },
      });
  });
});

describe('updating an offer', () => {
  test('replaces payout and caps as a whole and other fields one by one', async () => {
    const context = await makeWorkspace(database);
    const affiliateNetworkId = await makeNetwork(context);
    const overflowOfferId = await makeOffer(context);
    const id = await makeOffer(context, {
      affiliateNetworkId,
      country: 'DE',
      payout: { mode: 'fixed', amount: 2.5 },
      ...overflowTo(overflowOfferId),
    });
    await updateOffer(context, id, {
      caps: [{ limit: 7, per: 'hour', counts: 'conversions' }],
      name: 'Renamed',
    });
    expect(await getOffer(context, id)).toMatchObject({
      ...page,
      name: 'Renamed',
      affiliateNetworkId,
      payout: { mode: 'fixed', amount: 2.5 },
      caps: [{ limit: 7, per: 'hour', counts: 'conversions' }],
    });
    await updateOffer(context, id, {
      caps: null,
      overflowOfferId: null,
      payout: null,
      country: null,
      affiliateNetworkId: null,
    });
    expect(await getOffer(context, id)).toMatchObject({
      affiliateNetworkId: null,
      country: null,
      payout: { mode: 'auto', amount: null },
      caps: [],
      overflowOfferId: null,
    });
  });

  test('changes nothing when the offer is written back as it was read', async () => {
    const context = await makeWorkspace(database);
    const id = await makeOffer(context, {
      affiliateNetworkId: await makeNetwork(context),
      payout: { mode: 'fixed', amount: 0.1 },
      ...overflowTo(await makeOffer(context)),
    });
    const before = await getOffer(context, id);
    const { version: _, ...read } = before;
    await updateOffer(context, id, read);
    expect(await getOffer(context, id)).toEqual(before);
    expect(await listActions(context, id)).toEqual(['offer.create']);
  });

  test('rejects a status change and any change to an archived offer', async () => {
    const context = await makeWorkspace(database);
    const id = await makeOffer(context);
    await expect(updateOffer(context, id, { status: 'archived' })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      message: 'status: can only be changed by archiving or restoring',
    });
    await archiveOffer(context, id);
    await expect(updateOffer(context, id, { name: 'Other' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'The offer is archived. Restore it first.',
    });
  });

  test("succeeds when two concurrent updates make two offers each other's fallback", async () => {
    const context = await makeWorkspace(database);
    for (let round = 0; round < 10; round += 1) {
      const [one, other] = [await makeOffer(context), await makeOffer(context)];
      await Promise.all([
        updateOffer(context, one, overflowTo(other)),
        updateOffer(context, other, overflowTo(one)),
      ]);
      expect((await getOffer(context, one)).overflowOfferId).toBe(other);
      expect((await getOffer(context, other)).overflowOfferId).toBe(one);
    }
  });
});

describe('archiving an offer', () => {
  test('is rejected while the offer is in a pool, even of an archived rotator, but not of a deleted path', async () => {
    const context = await makeWorkspace(database);
    const id = await makeOffer(context);
    const rotator = await createRotator(context, { name: 'Blocking rotator' });
    await addOfferToPool(context, rotator.id, id);
    const rejection = {
      code: 'CONFLICT',
      message: 'The offer is in use',
      details: {
        blocked: [
          {
            type: 'offer',
            id,
            name: 'Offer',
            by: [{ type: 'rotator', id: rotator.id, name: 'Blocking rotator' }],
          },
        ],
      },
    };
    await expect(archiveOffer(context, id)).rejects.toMatchObject(rejection);
    const run = (statement: ReturnType<typeof sql>) =>
      database.inWorkspace(context.workspaceId, (executor) => statement.execute(executor));
    await run(sql`UPDATE rotators SET status = 'archived' WHERE id = ${rotator.id}`);
    await expect(archiveOffer(context, id)).rejects.toMatchObject(rejection);
    await run(sql`UPDATE rotator_paths SET deleted_at = now() WHERE rotator_id = ${rotator.id}`);
    await archiveOffer(context, id);
    expect((await getOffer(context, id)).status).toBe('archived');
  });

  test('is rejected while the offer is the fallback of an active offer', async () => {
    const context = await makeWorkspace(database);
    const id = await makeOffer(context, { name: 'Spare' });
    const capped = await makeOffer(context, overflowTo(id));
    const rotator = await createRotator(context, { name: 'Rotator' });
    await addOfferToPool(context, rotator.id, id);
    await expect(archiveOffer(context, id)).rejects.toMatchObject({
      details: {
        blocked: [
          {
            type: 'offer',
            id,
            name: 'Spare',
            by: [
              { type: 'rotator', id: rotator.id, name: 'Rotator' },
              { type: 'offer', id: capped, name: 'Offer' },
            ],
          },
        ],
      },
    });
    await database.inWorkspace(context.workspaceId, (executor) =>
      sql`DELETE FROM rotator_path_offers WHERE offer_id = ${id}`.execute(executor),
    );
    await expect(archiveOffer(context, id)).rejects.toMatchObject({ code: 'CONFLICT' });
    await archiveOffer(context, capped);
    await archiveOffer(context, id);
    expect((await getOffer(context, id)).status).toBe('archived');
  });
});

describe('restoring offers', () => {
  test('is rejected while their references are archived, and the error names all of them', async () => {
    const context = await makeWorkspace(database);
    const networkId = await makeNetwork(context);
    const overflowId = await makeOffer(context, { name: 'Spare' });
    const id = await makeOffer(context, { affiliateNetworkId: networkId, ...overflowTo(overflowId) });
    const unblocked = await makeOffer(context);
    for (const archived of [id, overflowId, unblocked]) await archiveOffer(context, archived);
    await archiveAffiliateNetwork(context, networkId);
    const network = { type: 'affiliate-network', id: networkId, name: 'Network' };
    const overflow = { type: 'offer', id: overflowId, name: 'Spare' };
    const blockedBy = (...by: object[]) => ({
      code: 'CONFLICT',
      details: { blocked: [{ type: 'offer', id, name: 'Offer', by }] },
    });
    await expect(restoreOffers(context, { ids: [unblocked, id] })).rejects.toMatchObject(
      blockedBy(network, overflow),
    );
    expect((await getOffer(context, unblocked)).status).toBe('archived');
    await restoreAffiliateNetworks(context, { ids: [networkId] });
    await expect(restoreOffers(context, { ids: [id] })).rejects.toMatchObject(blockedBy(overflow));
    expect(await restoreOffers(context, { ids: [id, overflowId, id] })).toEqual({ restored: 2 });
    expect((await getOffer(context, id)).status).toBe('active');
    expect((await getOffer(context, overflowId)).status).toBe('active');
  });

  test("succeeds in any order for offers that are each other's fallback, which are archived together", async () => {
    const context = await makeWorkspace(database);
    const first = await makeOffer(context);
    const second = await makeOffer(context, overflowTo(first));
    await updateOffer(context, first, overflowTo(second));
    await expect(archiveOffers(context, { ids: [first] })).rejects.toMatchObject({ code: 'CONFLICT' });
    await archiveOffers(context, { ids: [first, second] });
    await expect(restoreOffers(context, { ids: [first] })).rejects.toMatchObject({ code: 'CONFLICT' });
    await restoreOffers(context, { ids: [second, first] });
    expect(await listByCreation(listOffers(withUnreachableTraffic(context), {}))).toHaveLength(2);
  });

  test('reports offers that do not exist before checking anything else', async () => {
    const [context, foreign] = [await makeWorkspace(database), await makeWorkspace(database)];
    const affiliateNetworkId = await makeNetwork(context);
    const id = await makeOffer(context, { affiliateNetworkId });
    await archiveOffer(context, id);
    await archiveAffiliateNetwork(context, affiliateNetworkId);
    const missing = [newId(), await makeOffer(foreign)];
    await expect(restoreOffers(context, { ids: [id, ...missing] })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Some of the offers were not found',
      details: { missing },
    });
  });
});

test('offers in other workspaces and unknown IDs are not found', async () => {
  const [context, foreign] = [await makeWorkspace(database), await makeWorkspace(database)];
  const theirs = await makeOffer(foreign);
  for (const id of [theirs, newId(), 'nonsense']) {
    const rejection = { code: 'NOT_FOUND', message: 'Offer not found' };
    await expect(getOffer(context, id)).rejects.toMatchObject(rejection);
    await expect(updateOffer(context, id, { name: 'Mine' })).rejects.toMatchObject(rejection);
    await expect(updateOffer(context, id, overflowTo(await makeOffer(context)))).rejects.toMatchObject(
      rejection,
    );
    await expect(archiveOffer(context, id)).rejects.toMatchObject(rejection);
  }
  expect(await getOffer(foreign, theirs)).toMatchObject({ name: 'Offer', status: 'active' });
});

test('API keys cannot read or change offers', async () => {
  const workspace = await makeWorkspace(database);
  const id = await makeOffer(workspace);
  const context: WorkspaceContext = {
    ...workspace,
    actor: { type: 'key', id: newId(), label: 'key', scope: 'write' },
  };
  const attempts = [
    getOffer(context, id),
    listByCreation(listOffers(withUnreachableTraffic(context), {})),
    createOffer(context, page),
    updateOffer(context, id, { name: 'Other' }),
    archiveOffer(context, id),
    restoreOffers(context, { ids: [id] }),
  ];
  for (const attempt of attempts) await expect(attempt).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('every change to an offer is logged once, and updates without a change are not logged', async () => {
  const context = await makeWorkspace(database);
  const id = await makeOffer(context);
  await updateOffer(context, id, { name: 'Other' });
  await updateOffer(context, id, { name: 'Other' });
  await updateOffer(context, id, {});
  await archiveOffer(context, id);
  await archiveOffer(context, id);
  await restoreOffers(context, { ids: [id] });
  await restoreOffers(context, { ids: [id] });
  expect(await listActions(context, id)).toEqual([
    'offer.create',
    'offer.update',
    'offer.archive',
    'offer.restore',
  ]);
});

test('a changed offer republishes only the campaigns that can send visitors to it', async () => {
  const context = await makeWorkspace(database);
  const overflow = await makeOffer(context);
  const pooled = await makeOffer(context, overflowTo(overflow));
  const unused = await makeOffer(context);
  const campaign = await makeCampaign(context);
  const untouched = await makeCampaign(context);
  await addOfferToPool(context, campaign.rotatorId, pooled);
  const before = await countRequests(context, campaign.id);
  await updateOffer(context, pooled, { name: 'In the pool' });
  expect(await countRequests(context, campaign.id)).toBe(before + 1);
  await updateOffer(context, overflow, { url: 'https://elsewhere.example/' });
  expect(await countRequests(context, campaign.id)).toBe(before + 2);
  await updateOffer(context, pooled, { name: 'In the pool' });
  await updateOffer(context, unused, { name: 'Not in a pool' });
  expect(await countRequests(context, campaign.id)).toBe(before + 2);
  expect(await countRequests(context, untouched.id)).toBe(before);
});

describe('concurrent requests', () => {
  async function countOffersWithArchivedReferences(context: WorkspaceContext): Promise<number> {
    const { rows } = await database.inWorkspace(context.workspaceId, (executor) =>
      sql<{ n: number }>`
        SELECT count(*)::int AS n FROM offers
        LEFT JOIN affiliate_networks AS networks ON networks.id = offers.affiliate_network_id
        LEFT JOIN offers AS overflows ON overflows.id = offers.overflow_offer_id
        WHERE offers.status = 'active' AND (networks.status = 'archived' OR overflows.status = 'archived')`.execute(
        executor,
      ),
    );
    return rows[0]?.n ?? 0;
  }

  async function expectSuccessOrConflict(calls: Promise<unknown>[]): Promise<void> {
    for (const result of await Promise.allSettled(calls))
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'CONFLICT' });
  }

  test('never leave an active offer with an archived network or fallback offer', async () => {
    for (let round = 0; round < 20; round += 1) {
      const context = await makeWorkspace(database);
      const affiliateNetworkId = await makeNetwork(context);
      const overflowId = await makeOffer(context);
      const onNetwork = await makeOffer(context, { affiliateNetworkId });
      const onOverflow = await makeOffer(context, overflowTo(overflowId));
      const unrelated = await makeOffer(context);
      await archiveOffer(context, onNetwork);
      await archiveOffer(context, onOverflow);
      await expectSuccessOrConflict([
        createOffer(context, { ...page, affiliateNetworkId }),
        restoreOffers(context, { ids: [onNetwork] }),
        archiveAffiliateNetwork(context, affiliateNetworkId),
        updateOffer(context, unrelated, { affiliateNetworkId }),
        restoreOffers(context, { ids: [onOverflow, onNetwork] }),
        archiveOffer(context, overflowId),
        updateOffer(context, unrelated, overflowTo(overflowId)),
        createOffer(context, { ...page, affiliateNetworkId, ...overflowTo(overflowId) }),
      ]);
      expect(await countOffersWithArchivedReferences(context)).toBe(0);
    }
  });

  test('let exactly one of restoring an offer and archiving its reference succeed', async () => {
    for (let round = 0; round < 20; round += 1) {
      const context = await makeWorkspace(database);
      const affiliateNetworkId = await makeNetwork(context);
      const overflowId = await makeOffer(context);
      const archived = [
        await makeOffer(context, { affiliateNetworkId }),
        await makeOffer(context, overflowTo(overflowId)),
      ];
      for (const id of archived) await archiveOffer(context, id);
      const results = await Promise.allSettled([
        archiveAffiliateNetwork(context, affiliateNetworkId),
        ...archived.map((id) => restoreOffers(context, { ids: [id] })),
        archiveOffer(context, overflowId),
      ]);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
      expect(await countOffersWithArchivedReferences(context)).toBe(0);
    }
  });

  test('do not deadlock when restores overlap in offers and their fallback offers', async () => {
    for (let round = 0; round < 10; round += 1) {
      const context = await makeWorkspace(database);
      const overflowId = await makeOffer(context);
      const id = await makeOffer(context, overflowTo(overflowId));
      await archiveOffer(context, id);
      await archiveOffer(context, overflowId);
      await expectSuccessOrConflict([
        restoreOffers(context, { ids: [overflowId, id] }),
        restoreOffers(context, { ids: [id] }),
        restoreOffers(context, { ids: [id, overflowId] }),
        restoreOffers(context, { ids: [id] }),
      ]);
      expect(await listByCreation(listOffers(withUnreachableTraffic(context), {}))).toHaveLength(2);
    }
  });
});
