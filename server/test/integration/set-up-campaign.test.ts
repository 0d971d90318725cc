import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createAffiliateNetwork } from '../../src/services/affiliate-networks/create-affiliate-network.ts';
import { getCampaign } from '../../src/services/campaigns/campaigns.ts';
import { setUpCampaign } from '../../src/services/campaigns/set-up-campaign.ts';
import type { WorkspaceContext } from '../../src/services/context.ts';
import { createDomain } from '../../src/services/domains/create-domain.ts';
import { archiveLanding, createLanding, getLanding } from '../../src/services/landings/landings.ts';
import { createOffer } from '../../src/services/offers/create-offer.ts';
import { getOffer } from '../../src/services/offers/offers.ts';
import { createRotator } from '../../src/services/rotators/create-rotator.ts';
import { getRotatorRules } from '../../src/services/rotators/rotator-rules.ts';
import { archiveRotator, getRotator } from '../../src/services/rotators/rotators.ts';
import { saveRotatorRules } from '../../src/services/rotators/save-rotator-rules.ts';
import { createTrafficSource } from '../../src/services/traffic-sources/create-traffic-source.ts';
import {
  archiveTrafficSource,
  getTrafficSource,
} from '../../src/services/traffic-sources/traffic-sources.ts';
import { Database } from '../../src/store/database/database.ts';
import { makeApiServer, type ApiServer } from '../../src/testing/http/api-server.ts';
import { makeDataDirectory } from '../../src/testing/product/prepared-directory.ts';
import { removeDataDirectory } from '../../src/testing/product/product.ts';
import { makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { makeSession } from '../../src/testing/workspaces/sessions.ts';

let database: Database;
let api: ApiServer;
const directory = makeDataDirectory();

beforeAll(async () => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 8 });
  api = await makeApiServer(database, directory);
});

afterAll(async () => {
  await api.server.close();
  await database.close();
  removeDataDirectory(directory);
});

const unknownId = '00000000-0000-7000-8000-000000000000';
const offerUrl = 'https://offers.example/?s={clickid}';
const allNew = {
  trafficSource: { name: 'Push', costParam: 'cost', tokens: [{ index: 1, param: 'zone', name: 'Zone' }] },
  affiliateNetwork: { name: 'Good Network' },
  offer: { url: offerUrl, payout: { mode: 'fixed', amount: 12.5 } },
  landing: { url: 'https://landing.example/' },
};

async function makeExisting(context: WorkspaceContext) {
  const page = { name: 'Existing', url: offerUrl };
  return {
    trafficSourceId: (await createTrafficSource(context, { name: 'Source' })).id,
    affiliateNetworkId: (await createAffiliateNetwork(context, { name: 'Network' })).id,
    offerId: (await createOffer(context, page)).id,
    landingId: (await createLanding(context, page)).id,
    rotatorId: (await createRotator(context, { name: 'Main' })).id,
  };
}

/** Lists the audit entries, each with a flag that says whether the version it names is stored. */
async function listChanges({ workspaceId }: WorkspaceContext): Promise<[string, boolean][]> {
  const { rows } = await database.asSystem((executor) =>
    sql<{ change: string; isStored: boolean }>`
      SELECT concat_ws(' ', action, subject_name, version) AS change,
        EXISTS (SELECT FROM record_versions AS kept WHERE kept.record_id = audit.subject_id::uuid AND kept.version = audit.version)
        OR EXISTS (SELECT FROM campaign_versions AS kept WHERE kept.campaign_id = audit.subject_id::uuid AND kept.version = audit.version)
          AS "isStored"
      FROM audit_log AS audit WHERE workspace_id = ${workspaceId} AND action NOT LIKE 'workspace.%'
      ORDER BY id`.execute(executor),
  );
  return rows.map(({ change, isStored }) => [change, isStored]);
}

async function countRecords({ workspaceId }: WorkspaceContext): Promise<Record<string, number>> {
  const tables = ['traffic_sources', 'affiliate_networks', 'offers', 'landings', 'rotators', 'campaigns'];
  const counts = await database.asSystem((executor) =>
    Promise.all(
      tables.map((table) =>
        sql<{ found: number }>`
          SELECT count(*)::int AS found FROM ${sql.table(table)} WHERE workspace_id = ${workspaceId}`.execute(
          executor,
        ),
      ),
    ),
  );
  return Object.fromEntries(tables.map((table, at) => [table, counts[at]?.rows[0]?.found ?? 0]));
}

describe('setUpCampaign', () => {
  test('creates all records, each with its audit entry and version', async () => {
    const context = await makeWorkspace(database);
    const { campaign, publish, warnings } = await setUpCampaign(context, allNew);
    expect(campaign).toMatchObject({
      name: 'Push to offers.example',
      status: 'active',
      cost: { mode: 'auto', amount: 0 },
    });
    expect(publish).toEqual({ status: 'queued' });
    expect(warnings).toEqual([]);
    const { destination, trafficSourceId } = await getCampaign(context, campaign.id);
    expect(await getTrafficSource(context, trafficSourceId)).toMatchObject({
      name: 'Push',
      tokens: [{ param: 'zone' }],
    });
    const rotator = await getRotator(context, destination.rotatorId);
    expect(rotator).toMatchObject({ name: 'Push to offers.example', version: 2 });
    const { rules, paths } = await getRotatorRules(context, rotator.id);
    expect(rules).toEqual([]);
    const [path] = paths;
    expect(path).toMatchObject({
      name: 'Default',
      landings: [{ enabled: true }],
      offers: [{ enabled: true }],
    });
    expect(await getLanding(context, path?.landings[0]?.landingId ?? '')).toMatchObject({
      name: 'landing.example',
    });
    const offer = await getOffer(context, path?.offers[0]?.offerId ?? '');
    expect(offer).toMatchObject({ name: 'offers.example', payout: { mode: 'fixed', amount: 12.5 } });
    expect(offer.affiliateNetworkId).not.toBeNull();
    expect(await listChanges(context)).toEqual(
      [
        'traffic-source.create Push 1',
        'traffic-source.update Push 2',
        'affiliate-network.create Good Network 1',
        'offer.create offers.example 1',
        'landing.create landing.example 1',
        'rotator.create Push to offers.example 1',
        'rotator.save-rules Push to offers.example 2',
        'campaign.create Push to offers.example 1',
      ].map((change) => [change, true]),
    );
  });

  test('uses existing records and creates only the campaign', async () => {
    const context = await makeWorkspace(database);
    const { trafficSourceId, rotatorId } = await makeExisting(context);
    const before = await countRecords(context);
    const { campaign } = await setUpCampaign(context, { trafficSourceId, rotatorId });
    expect(campaign).toMatchObject({
      name: 'Source to Main',
      trafficSourceId,
      cost: { mode: 'none' },
      destination: { rotatorId },
    });
    expect(await countRecords(context)).toEqual({ ...before, campaigns: 1 });
  });

  test('locks the source before the offer, as other services do', async () => {
    const context = await makeWorkspace(database);
    const { trafficSourceId, offerId } = await makeExisting(context);
    let settingUp: Promise<unknown> | undefined;
    await database.asSystem(async (executor) => {
      await sql`SELECT FROM traffic_sources WHERE id = ${trafficSourceId} FOR UPDATE`.execute(executor);
      settingUp = setUpCampaign(context, { trafficSourceId, offerId });
      const isBlocked = async () => {
        // Does not use pg_stat_activity, which returns the same cached rows until the transaction ends.
        const { rows } = await sql`SELECT FROM pg_locks
          WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))`.execute(executor);
        return rows.length > 0;
      };
      await expect.poll(isBlocked).toBe(true);
      await sql`SELECT FROM offers WHERE id = ${offerId} FOR UPDATE NOWAIT`.execute(executor);
    });
    await expect(settingUp).resolves.toMatchObject({ campaign: { trafficSourceId } });
  });

  test('combines existing and new records, and keeps the given values', async () => {
    const context = await makeWorkspace(database);
    const { trafficSourceId, affiliateNetworkId, landingId, offerId } = await makeExisting(context);
    const { campaign } = await setUpCampaign(context, {
      name: 'Mixed',
      trafficSourceId,
      affiliateNetworkId,
      offer: { name: 'Own name', url: offerUrl, overflowOfferId: offerId },
      landingId,
      country: 'DE',
      cost: { mode: 'cpv', amount: 0.5 },
      status: 'paused',
    });
    const { destination } = campaign;
    expect(campaign).toMatchObject({
      name: 'Mixed',
      status: 'paused',
      country: 'DE',
      cost: { mode: 'cpv', amount: 0.5 },
    });
    expect(await getRotator(context, destination.rotatorId)).toMatchObject({ name: 'Mixed' });
    const [path] = (await getRotatorRules(context, destination.rotatorId)).paths;
    expect(path?.landings).toMatchObject([{ landingId }]);
    expect(await getOffer(context, path?.offers[0]?.offerId ?? '')).toMatchObject({
      name: 'Own name',
      affiliateNetworkId,
      overflowOfferId: offerId,
    });
    const direct = await setUpCampaign(context, { trafficSourceId, offerId });
    expect(direct.campaign.name).toBe('Source to Existing');
    const directPath = (await getRotatorRules(context, direct.campaign.destination.rotatorId)).paths[0];
    expect(directPath).toMatchObject({ landings: [], offers: [{ offerId }] });
  });

  test('creates the source of a template, with its postback if all values are given', async () => {
    const context = await makeWorkspace(database);
    const { offerId } = await makeExisting(context);
    const sourceOf = async (values?: Record<string, string>) => {
      const sourceTemplate = { id: 'propellerads', ...(values && { values }) };
      const { campaign } = await setUpCampaign(context, { sourceTemplate, offerId });
      expect(campaign).toMatchObject({ name: 'PropellerAds to Existing', cost: { mode: 'auto' } });
      return await getTrafficSource(context, campaign.trafficSourceId);
    };
    expect(await sourceOf()).toMatchObject({ name: 'PropellerAds', postbackUrl: null });
    expect((await sourceOf({ 'YOUR-AID': '1', 'YOUR-TID': 'a b' })).postbackUrl).toContain(
      'aid=1&pid=&tid=a%20b&',
    );
  });

  test('shortens default names to the maximum length', async () => {
    const context = await makeWorkspace(database);
    const trafficSource = { name: '😀'.repeat(160) };
    const url = `https://${['a', 'b', 'c'].map((letter) => letter.repeat(63)).join('.')}/`;
    const { campaign } = await setUpCampaign(context, { trafficSource, offer: { url } });
    expect(campaign.name).toBe(trafficSource.name);
    const [path] = (await getRotatorRules(context, campaign.destination.rotatorId)).paths;
    expect((await getOffer(context, path?.offers[0]?.offerId ?? '')).name).toHaveLength(160);
  });
});

describe('setUpCampaign rejects', () => {
  const { trafficSource, offer, landing, affiliateNetwork } = allNew;

  test.each<[string[], object]>([
    [['trafficSourceId', 'offerId'], {}],
    [['trafficSource'], { trafficSource, trafficSourceId: unknownId, offer }],
    [['trafficSource'], { trafficSource, sourceTemplate: { id: 'propellerads' }, offer }],
    [['offer', 'rotatorId'], { trafficSource, offer, offerId: unknownId, rotatorId: unknownId }],
    [['landing'], { trafficSource, offer, landing, landingId: unknownId }],
    [['landing'], { trafficSource, rotatorId: unknownId, landing }],
    [['affiliateNetwork'], { trafficSource, offerId: unknownId, affiliateNetwork }],
    [['affiliateNetwork'], { trafficSource, offer, affiliateNetwork, affiliateNetworkId: unknownId }],
    [['trafficSource.name', 'offer.url'], { trafficSource: { name: ' ' }, offer: { url: 'offers' } }],
    [['offer.affiliateNetworkId'], { trafficSource, offer: { ...offer, affiliateNetworkId: unknownId } }],
    [['budget'], { trafficSource, offer, budget: 1 }],
    [['sourceTemplate.id'], { sourceTemplate: { id: 'unheard' }, offer }],
    [['sourceTemplate.values.AID'], { sourceTemplate: { id: 'propellerads', values: { AID: '1' } }, offer }],
    [
      ['trafficSource.postbackUrl'],
      { trafficSource: { name: 'S', postbackUrl: 'http://127.0.0.1/' }, offer },
    ],
    [['landing.url'], { trafficSource, offer, landing: { url: 'https://l.example/?c={clikid}' } }],
    [['cost.amount'], { trafficSource, offer, cost: { mode: 'revshare', amount: 2 } }],
  ])('input with errors in %j', async (paths, input) => {
    const context = await makeWorkspace(database);
    await expect(setUpCampaign(context, input)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      message: expect.stringMatching(`^${paths[0]}: `),
      details: { issues: paths.map((path) => ({ path })) },
    });
    expect(await listChanges(context)).toEqual([]);
  });

  test('records of another workspace like unknown ones, and names their fields', async () => {
    const context = await makeWorkspace(database);
    const own = await makeExisting(context);
    const foreign = await makeExisting(await makeWorkspace(database));
    const before = await listChanges(context);
    const { trafficSourceId, offerId } = own;
    const attempts = {
      trafficSourceId: { offerId },
      offerId: { trafficSourceId },
      landingId: { trafficSource, offer },
      affiliateNetworkId: { trafficSourceId, offer },
      rotatorId: { trafficSource },
    };
    for (const [field, rest] of Object.entries(attempts) as [keyof typeof attempts, object][]) {
      const attempt = (id: string) =>
        setUpCampaign(context, { ...rest, [field]: id }).catch((error: unknown) => error);
      const rejected = await attempt(foreign[field]);
      expect(rejected, field).toMatchObject({ code: 'NOT_FOUND', details: { issues: [{ path: field }] } });
      expect(rejected, field).toEqual(await attempt(unknownId));
    }
    expect(await listChanges(context)).toEqual(before);
  });

  test('archived records, and names their fields', async () => {
    const context = await makeWorkspace(database);
    const { trafficSourceId, landingId, rotatorId } = await makeExisting(context);
    await archiveTrafficSource(context, trafficSourceId);
    await archiveLanding(context, landingId);
    await archiveRotator(context, rotatorId);
    for (const [field, input] of [
      ['trafficSourceId', { trafficSourceId, offer }],
      ['landingId', { trafficSource, offer, landingId }],
      ['rotatorId', { trafficSource, rotatorId }],
    ] as const)
      await expect(setUpCampaign(context, input), field).rejects.toMatchObject({
        code: 'CONFLICT',
        reason: 'archived',
        details: { issues: [{ path: field }] },
      });
  });

  test('a rotator whose default path cannot be published, and names its field', async () => {
    const context = await makeWorkspace(database);
    const { trafficSourceId, rotatorId } = await makeExisting(context);
    const routing = await getRotatorRules(context, rotatorId);
    const paths = routing.paths.map((path) => ({ ...path, enabled: false }));
    await saveRotatorRules(context, rotatorId, { ...routing, paths });
    await expect(setUpCampaign(context, { trafficSourceId, rotatorId })).rejects.toMatchObject({
      code: 'CONFLICT',
      reason: 'rotator-not-publishable',
      details: { issues: [{ path: 'rotatorId' }] },
    });
  });

  test('an unknown domain, and names its field', async () => {
    const context = await makeWorkspace(database);
    const input = { ...allNew, tracking: { domainId: unknownId } };
    await expect(setUpCampaign(context, input)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      details: { issues: [{ path: 'tracking.domainId', message: 'Domain not found' }] },
    });
  });

  test('an unverified domain, which it detects in the last step, and rolls back all records', async () => {
    const context = await makeWorkspace(database);
    const { id: domainId } = await createDomain(context, { host: 'links.example.com' });
    const [records, changes] = [await countRecords(context), await listChanges(context)];
    await expect(setUpCampaign(context, { ...allNew, tracking: { domainId } })).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { issues: [{ path: 'tracking.domainId', message: 'The domain is not verified' }] },
    });
    expect(await countRecords(context)).toEqual(records);
    expect(await listChanges(context)).toEqual(changes);
  });

  test('callers who may not create campaigns', async () => {
    const { actor: _, ...context } = await makeWorkspace(database);
    const viewer = { type: 'user', id: unknownId, label: 'viewer', role: 'viewer' } as const;
    await expect(setUpCampaign({ ...context, actor: viewer }, allNew)).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    const key = { type: 'key', id: unknownId, label: 'key', scope: 'write' } as const;
    await expect(setUpCampaign({ ...context, actor: key }, allNew)).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });
});

describe('POST /campaigns/set-up', () => {
  const misspelled = { ...allNew, offer: { url: 'https://offers.example/?s={clikid}' } };

  async function open() {
    const context = await makeWorkspace(database);
    const session = await makeSession(context, 'member');
    const post = (body: unknown, key?: string, query = '') =>
      api.ask({
        session,
        method: 'POST',
        path: `/campaigns/set-up${query}`,
        body,
        headers: { 'sec-fetch-site': 'same-origin', ...(key && { 'idempotency-key': key }) },
      });
    return { context, post };
  }

  test('returns the same campaign for the same key, and a new one for another key', async () => {
    const { context, post } = await open();
    const first = await post(allNew, 'one');
    expect(first).toMatchObject({
      status: 201,
      body: {
        data: { name: 'Push to offers.example', version: 1, publish: { status: 'queued' }, warnings: [] },
      },
    });
    const repeated = await post(allNew, 'one');
    expect(repeated.raw).toBe(first.raw);
    expect(Object.values(await countRecords(context))).toEqual([1, 1, 1, 1, 1, 1]);
    expect((await post({ ...allNew, name: 'Changed' }, 'one')).status).toBe(409);
    const second = await post(allNew, 'two');
    expect(second.status).toBe(201);
    expect(second.raw).not.toBe(first.raw);
    expect(Object.values(await countRecords(context))).toEqual([2, 2, 2, 2, 2, 2]);
  });

  test('can be repeated with the same key after a rejection', async () => {
    const { post } = await open();
    expect(await post({ ...allNew, offerId: unknownId }, 'corrected')).toMatchObject({
      status: 400,
      body: { error: { details: { issues: [{ path: 'offer' }] } } },
    });
    expect((await post(allNew, 'corrected')).status).toBe(201);
  });

  test('saves a macro that looks misspelled only if the caller accepts it', async () => {
    const { context, post } = await open();
    const warning = { path: 'offer.url', suggestion: '{clickid}' };
    expect(await post(misspelled)).toMatchObject({
      status: 400,
      body: { error: { details: { issues: [{ path: 'offer.url' }], warnings: [warning] } } },
    });
    expect(Object.values(await countRecords(context))).toEqual([0, 0, 0, 0, 0, 0]);
    const accepted = await post(misspelled, undefined, '?acceptUnknownMacros=1');
    expect(accepted).toMatchObject({ status: 201 });
    expect((accepted.body as { data: { warnings: unknown[] } }).data.warnings).toContainEqual(
      expect.objectContaining(warning),
    );
  });
});
