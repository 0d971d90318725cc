import { recordUses } from '@waypost/contract/campaigns/record-uses.ts';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createAffiliateNetwork } from '../../src/services/affiliate-networks/create-affiliate-network.ts';
import { archiveCampaign } from '../../src/services/campaigns/archive-campaigns.ts';
import { createCampaign } from '../../src/services/campaigns/create-campaign.ts';
import type { WorkspaceContext } from '../../src/services/context.ts';
import { createLanding } from '../../src/services/landings/landings.ts';
import { createOffer } from '../../src/services/offers/create-offer.ts';
import { getRecordUses } from '../../src/services/record-uses/get-record-uses.ts';
import { saveRotatorRules } from '../../src/services/rotators/save-rotator-rules.ts';
import { createTrafficSource } from '../../src/services/traffic-sources/create-traffic-source.ts';
import { Database } from '../../src/store/database/database.ts';
import { makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { makeRotator } from '../../src/testing/workspaces/rotator-rules.ts';

let database: Database;

beforeAll(() => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 4 });
});

afterAll(() => database.close());

const url = 'https://pages.example.com/?click={clickid}';

async function makeUsedRecords(context: WorkspaceContext) {
  const network = await createAffiliateNetwork(context, { name: 'Network' });
  const offer = await createOffer(context, { name: 'Offer', url, affiliateNetworkId: network.id });
  const capped = await createOffer(context, {
    name: 'Capped offer',
    url,
    caps: [{ limit: 1, per: 'day', counts: 'clicks' }],
    overflowOfferId: offer.id,
  });
  const landing = await createLanding(context, { name: 'Page', url });
  const source = await createTrafficSource(context, { name: 'Source' });
  const rotator = await makeRotator(context, 'Main');
  const { defaultPathId, version } = rotator.rules;
  await saveRotatorRules(context, rotator.id, {
    version,
    defaultPathId,
    paths: [
      {
        id: defaultPathId,
        name: 'To the page',
        landings: [{ landingId: landing.id }],
        offers: [{ offerId: offer.id }],
      },
      { id: 'new-1', name: 'Also', landings: [{ landingId: landing.id }] },
    ],
    rules: [
      {
        name: 'By source',
        conditions: { field: 'trafficSource', op: 'is', values: [source.id] },
        paths: [{ pathId: defaultPathId }],
      },
    ],
  });
  const destination = { mode: 'use_rotator', rotatorId: rotator.id };
  const make = async (name: string, status: 'active' | 'paused') => {
    const body = { name, status, trafficSourceId: source.id, destination };
    return { id: (await createCampaign(context, body)).campaign.id, name, status };
  };
  const [paused, last] = [await make('B', 'paused'), await make('C', 'active')];
  const [first, archived] = [await make('A', 'active'), await make('D', 'active')];
  await archiveCampaign(context, archived.id);
  const campaigns = { total: 3, active: 2, items: [first, last, paused] };
  return { network, offer, capped, landing, source, rotator, campaigns };
}

const none = { total: 0, items: [] };

test('lists the campaigns, rotators and offers that use a record, without archived ones', async () => {
  const context = await makeWorkspace(database);
  const used = await makeUsedRecords(context);
  const { network, offer, capped, landing, source, rotator, campaigns } = used;
  const inRotator = (...parts: string[]) => ({
    total: 1,
    items: [{ id: rotator.id, name: 'Main', parts }],
  });
  const uses = async (type: Parameters<typeof getRecordUses>[1], id: string) =>
    recordUses.parse(await getRecordUses(context, type, id));
  expect(await uses('rotator', rotator.id)).toEqual({ campaigns, rotators: none, offers: none });
  expect(await uses('traffic-source', source.id)).toEqual({
    campaigns,
    rotators: inRotator('By source'),
    offers: none,
  });
  expect(await uses('landing', landing.id)).toEqual({
    campaigns,
    rotators: inRotator('Also', 'To the page'),
    offers: none,
  });
  expect(await uses('offer', offer.id)).toEqual({
    campaigns,
    rotators: inRotator('To the page'),
    offers: { total: 1, items: [{ id: capped.id, name: 'Capped offer', as: 'fallback' }] },
  });
  expect(await uses('affiliate-network', network.id)).toEqual({
    campaigns,
    rotators: inRotator('To the page'),
    offers: { total: 1, items: [{ id: offer.id, name: 'Offer', as: 'affiliate-network' }] },
  });
  expect(await uses('offer', capped.id)).toEqual({
    campaigns: { ...none, active: 0 },
    rotators: none,
    offers: none,
  });
});

test('rejects records of another workspace and of another type as not found', async () => {
  const [context, foreign] = [await makeWorkspace(database), await makeWorkspace(database)];
  const { offer, landing } = await makeUsedRecords(foreign);
  const rejection = { code: 'NOT_FOUND' };
  await expect(getRecordUses(context, 'offer', offer.id)).rejects.toMatchObject(rejection);
  await expect(getRecordUses(foreign, 'offer', landing.id)).rejects.toMatchObject(rejection);
});
