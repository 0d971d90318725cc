/** Records through the panel's API. Every answer is held against the description that the server gives of itself. */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { WaypostApiError, type WaypostPanelClient } from '../../../client/waypost-panel-client.ts';
import type { OpenApiDocument } from '../../src/http/openapi/document.ts';
import type { CnameAnswer } from '../../src/platform/resolve-cname.ts';
import type { WorkspaceContext } from '../../src/services/context.ts';
import { publishWaiting } from '../../src/services/publishing/publish-campaigns.ts';
import { setSubscription } from '../../src/services/subscriptions/subscriptions.ts';
import { Database } from '../../src/store/database/database.ts';
import { StandInEdge } from '../../src/testing/edge/stand-in-edge.ts';
import { makeApiServer, type ApiServer } from '../../src/testing/http/api-server.ts';
import { CheckedDescription } from '../../src/testing/http/checked-description.ts';
import { makePanelClient } from '../../src/testing/http/panel-client.ts';
import { makeDataDirectory } from '../../src/testing/product/prepared-directory.ts';
import { removeDataDirectory } from '../../src/testing/product/product.ts';
import { makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { makeSession } from '../../src/testing/workspaces/sessions.ts';

const directory = makeDataDirectory();
const trackingHost = 'edge.example.net';
const domainChecks = {
  target: trackingHost as string | undefined,
  resolveCname: (host: string): Promise<CnameAnswer> =>
    Promise.resolve(names.get(host) ?? { outcome: 'nothing' }),
};
const names = new Map<string, CnameAnswer>();

let database: Database;
let api: ApiServer;
let description: CheckedDescription;
let context: WorkspaceContext;
let panel: WaypostPanelClient;

beforeAll(async () => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 4 });
  api = await makeApiServer(database, directory, {
    domainChecks,
    ownHosts: [trackingHost, 'panel.example.net'],
  });
  const { body } = await api.server.inject('/panel/openapi.json');
  description = new CheckedDescription(JSON.parse(body) as OpenApiDocument);
  context = await makeWorkspace(database);
  panel = await enterPanel(context);
});

afterAll(async () => {
  await api.server.close();
  await database.close();
  removeDataDirectory(directory);
});

/** As an owner of the workspace. */
async function enterPanel(own: WorkspaceContext): Promise<WaypostPanelClient> {
  const session = await makeSession(own, 'owner');
  return makePanelClient(api, { session, workspaceId: own.workspaceId }, description);
}

async function failureOf(call: Promise<unknown>): Promise<WaypostApiError> {
  const failure: unknown = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(failure instanceof WaypostApiError)) throw new Error(`no error of the API: ${String(failure)}`);
  return failure;
}

/** A host that nobody else has. */
function freshHost(): string {
  return `t${Math.random().toString(36).slice(2)}.example.com`;
}

const page = { name: 'Page', url: 'https://pages.example.com/?click={clickid}' };

async function makeCampaign(): Promise<{ id: string; sourceId: string; rotatorId: string }> {
  const { id: sourceId } = await panel.createTrafficSource({ name: 'Source' });
  const { id: rotatorId } = await panel.createRotator({ name: 'Rotator' });
  const { campaign } = await panel.createCampaign({
    name: 'Campaign',
    trafficSourceId: sourceId,
    destination: { mode: 'use_rotator', rotatorId },
  });
  return { id: campaign.id, sourceId, rotatorId };
}

/** Puts a landing and an offer into the default path of a new rotator. */
async function makePools(pool: { landingId?: string; offerId?: string }): Promise<string> {
  const { id } = await panel.createRotator({ name: 'Pools' });
  const rules = await panel.getRotatorRules(id);
  const [path] = rules.paths;
  if (path === undefined) throw new Error('a rotator without a path');
  await panel.saveRotatorRules(id, {
    ...rules,
    paths: [
      {
        ...path,
        landings: pool.landingId === undefined ? [] : [{ landingId: pool.landingId }],
        offers: pool.offerId === undefined ? [] : [{ offerId: pool.offerId }],
      },
    ],
  });
  return id;
}

type Verbs = {
  create: () => Promise<{ id: string }>;
  get: (id: string) => Promise<{ id: string; status: string; name?: string }>;
  update?: (id: string, name: string) => Promise<unknown>;
  archive: (id: string) => Promise<unknown>;
  restore: (ids: string[]) => Promise<{ restored: number }>;
  list: (ids: string[], includeArchived?: '1') => Promise<{ id: string }[]>;
  /** Makes something that uses the record, and says what is blocked by what. */
  block: (id: string) => Promise<string>;
};

const query = (ids: string[], includeArchived?: '1') => ({ query: { ids, includeArchived } });

const kinds: Record<string, Verbs> = {
  landing: {
    create: () => panel.createLanding(page),
    get: (id) => panel.getLanding(id),
    update: (id, name) => panel.updateLanding(id, { name }),
    archive: (id) => panel.archiveLanding(id),
    restore: (ids) => panel.restoreLandings({ ids }),
    list: (ids, all) => panel.listLandings(query(ids, all)),
    block: (id) => makePools({ landingId: id }),
  },
  offer: {
    create: () => panel.createOffer({ ...page, payout: { mode: 'fixed', amount: 2.5 } }),
    get: (id) => panel.getOffer(id),
    update: (id, name) => panel.updateOffer(id, { name }),
    archive: (id) => panel.archiveOffer(id),
    restore: (ids) => panel.restoreOffers({ ids }),
    list: (ids, all) => panel.listOffers(query(ids, all)),
    block: (id) => makePools({ offerId: id }),
  },
  'affiliate network': {
    create: () => panel.createAffiliateNetwork({ name: 'Network', statusMap: { Paid: 'approved' } }),
    get: (id) => panel.getAffiliateNetwork(id),
    update: (id, name) => panel.updateAffiliateNetwork(id, { name }),
    archive: (id) => panel.archiveAffiliateNetwork(id),
    restore: (ids) => panel.restoreAffiliateNetworks({ ids }),
    list: (ids, all) => panel.listAffiliateNetworks(query(ids, all)),
    block: async (id) => (await panel.createOffer({ ...page, affiliateNetworkId: id })).id,
  },
  'traffic source': {
    create: () => panel.createTrafficSource({ name: 'Source', clickIdParam: 'click' }),
    get: (id) => panel.getTrafficSource(id),
    update: (id, name) => panel.updateTrafficSource(id, { name }),
    archive: (id) => panel.archiveTrafficSource(id),
    restore: (ids) => panel.restoreTrafficSources({ ids }),
    list: (ids, all) => panel.listTrafficSources(query(ids, all)),
    block: async (id) => {
      const { id: campaignId } = await makeCampaign();
      await panel.updateCampaign(campaignId, { trafficSourceId: id });
      return campaignId;
    },
  },
  rotator: {
    create: () => panel.createRotator({ name: 'Rotator' }),
    get: (id) => panel.getRotator(id),
    update: (id, name) => panel.updateRotator(id, { name }),
    archive: (id) => panel.archiveRotator(id),
    restore: (ids) => panel.restoreRotators({ ids }),
    list: (ids, all) => panel.listRotators(query(ids, all)),
    block: async (id) => {
      const { id: campaignId } = await makeCampaign();
      await panel.updateCampaign(campaignId, { destination: { rotatorId: id } });
      return campaignId;
    },
  },
  domain: {
    create: () => panel.createDomain({ host: freshHost() }),
    get: (id) => panel.getDomain(id),
    archive: (id) => panel.archiveDomain(id),
    restore: (ids) => panel.restoreDomains({ ids }),
    list: (ids, all) => panel.listDomains(query(ids, all)),
    block: async (id) => {
      names.set((await panel.getDomain(id)).host, { outcome: 'names', names: [trackingHost] });
      await panel.checkDomain(id);
      const { id: campaignId } = await makeCampaign();
      await panel.updateCampaign(campaignId, { tracking: { domainId: id } });
      return campaignId;
    },
  },
};

describe.each(Object.entries(kinds))('a %s', (label, verbs) => {
  test('is made, read, changed, archived and restored', async () => {
    const { id } = await verbs.create();
    expect(await verbs.get(id)).toMatchObject({ id, status: 'active' });
    if (verbs.update !== undefined) {
      await verbs.update(id, 'Renamed');
      expect(await verbs.get(id)).toMatchObject({ name: 'Renamed' });
    }
    expect(await verbs.list([id])).toEqual([await verbs.get(id)]);
    expect(await verbs.archive(id)).toBeNull();
    expect(await verbs.archive(id)).toBeNull();
    expect(await verbs.get(id)).toMatchObject({ status: 'archived' });
    expect(await verbs.list([id])).toEqual([]);
    expect(await verbs.list([id], '1')).toMatchObject([{ id, status: 'archived' }]);
    if (verbs.update !== undefined)
      expect(await failureOf(verbs.update(id, 'Late'))).toMatchObject({
        status: 409,
        message: `the ${label} is archived: restore it first`,
      });
    expect(await verbs.restore([id, id])).toEqual({ restored: 1 });
    expect(await verbs.get(id)).toMatchObject({ status: 'active' });
  });

  test('that is in use is not archived, and what uses it is named', async () => {
    const { id } = await verbs.create();
    const blocker = await verbs.block(id);
    const failure = await failureOf(verbs.archive(id));
    expect(failure).toMatchObject({ status: 409, code: 'CONFLICT', message: `the ${label} is in use` });
    expect(failure.details.blocked).toMatchObject([{ id, by: [{ id: blocker }] }]);
  });

  test('that does not exist is 404, one by one and in a list', async () => {
    const unknown = '00000000-0000-7000-8000-000000000000';
    expect(await failureOf(verbs.get(unknown))).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect(await failureOf(verbs.get('nonsense'))).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect(await failureOf(verbs.archive(unknown))).toMatchObject({ status: 404 });
    expect((await failureOf(verbs.restore([unknown]))).details).toEqual({ missing: [unknown] });
  });
});

test('an offer does not come back before its network', async () => {
  const network = await panel.createAffiliateNetwork({ name: 'Network' });
  const { id } = await panel.createOffer({ ...page, affiliateNetworkId: network.id });
  await panel.archiveOffer(id);
  await panel.archiveAffiliateNetwork(network.id);
  const failure = await failureOf(panel.restoreOffers({ ids: [id] }));
  expect(failure.details.blocked).toMatchObject([
    { id, by: [{ type: 'affiliate-network', id: network.id }] },
  ]);
});

describe('a campaign', () => {
  test('is made, read, changed, archived and restored', async () => {
    const { id } = await makeCampaign();
    expect(await panel.getCampaign(id)).toMatchObject({ campaign: { id, status: 'active' } });
    expect(await panel.updateCampaign(id, { status: 'paused' })).toMatchObject({
      campaign: { status: 'paused' },
      publish: { status: 'published' },
    });
    expect(await panel.archiveCampaign(id)).toBeNull();
    expect((await panel.listCampaigns(query([id]))).campaigns).toEqual([]);
    expect(await panel.restoreCampaigns({ ids: [id] })).toMatchObject({ restored: 1 });
    expect(await panel.archiveCampaigns({ ids: [id] })).toEqual({ archived: 1 });
  });

  test('has goals, which are saved as a whole', async () => {
    const { id } = await makeCampaign();
    expect(await panel.getCampaignGoals(id)).toEqual({ version: 1, rules: [] });
    const rule = { label: 'Sale', conditions: null, actions: [{ idx: 1, label: 'Sale' }] };
    const saved = await panel.saveCampaignGoals(id, { rules: [rule] });
    expect(saved.rules).toMatchObject([{ label: 'Sale', priority: 1 }]);
    expect({ ...(await panel.getCampaignGoals(id)), warnings: [] }).toEqual(saved);
    // What was read can be sent back.
    expect(await panel.saveCampaignGoals(id, saved)).toEqual(saved);
    expect(await failureOf(panel.saveCampaignGoals(id, { rules: [{ ...rule, actions: [] }] }))).toMatchObject(
      {
        status: 400,
      },
    );
  });

  test('tells how far it is on its way, and how many edges have it', async () => {
    const { id } = await makeCampaign();
    const system = { ...context, actor: { type: 'system', label: 'test' } as const };
    expect(await panel.getPublication(id)).toMatchObject({ waiting: true, version: null, failure: null });
    while ((await publishWaiting(system)).compiled > 0);
    const published = await panel.getPublication(id);
    expect(published).toMatchObject({ waiting: false, version: 1 });
    const edge = new StandInEdge(database);
    await edge.report();
    const before = (await panel.getPublication(id)).edges;
    await edge.applyAndReport();
    const after = (await panel.getPublication(id)).edges;
    expect(after).toEqual({ live: before.live, serving: before.serving + 1 });
    await edge.signOff();
  });
});

describe('the rules of a rotator', () => {
  test('are saved as they were read, with what is new in them', async () => {
    const { id } = await panel.createRotator({ name: 'Rotator' });
    const rules = await panel.getRotatorRules(id);
    const germany = {
      name: 'Germany',
      conditions: { field: 'country', op: 'is' as const, values: ['DE'] },
      paths: [{ pathId: 'new-1' }],
    };
    const saved = await panel.saveRotatorRules(id, {
      ...rules,
      rules: [germany],
      paths: [...rules.paths, { id: 'new-1', name: 'German' }],
    });
    expect(saved).toMatchObject({ version: rules.version + 1, rules: [{ name: 'Germany', priority: 1 }] });
    expect(await panel.getRotatorRules(id)).toEqual(saved);
    const paths = await panel.listRotatorPaths({ query: { rotatorId: id } });
    expect(paths.map(({ name }) => name)).toEqual(['Default', 'German']);
    const stale = await failureOf(panel.saveRotatorRules(id, { ...saved, version: rules.version }));
    expect(stale).toMatchObject({ status: 409, details: { version: saved.version, current: saved } });
  });
});

describe('a domain', () => {
  test('is verified when its name leads to the tracking host, and failed when it does not', async () => {
    const host = freshHost();
    const { id } = await panel.createDomain({ host });
    expect(await panel.checkDomain(id)).toMatchObject({ verification: 'failed' });
    names.set(host, { outcome: 'names', names: ['elsewhere.example'] });
    expect((await panel.checkDomain(id)).checkError).toContain('elsewhere.example');
    names.set(host, { outcome: 'names', names: [`${trackingHost}.`] });
    expect(await panel.checkDomain(id)).toMatchObject({ verification: 'verified', checkError: null });
    names.set(host, { outcome: 'silence' });
    expect(await failureOf(panel.checkDomain(id))).toMatchObject({ status: 503, retryAfterSeconds: 5 });
    expect(await panel.getDomain(id)).toMatchObject({ verification: 'verified' });
  });

  test('cannot be checked where no tracking host is configured', async () => {
    const { id } = await panel.createDomain({ host: freshHost() });
    domainChecks.target = undefined;
    const failure = await failureOf(panel.checkDomain(id)).finally(
      () => (domainChecks.target = trackingHost),
    );
    expect(failure).toMatchObject({ status: 409, message: expect.stringContaining('WAYPOST_TRACKING_URL') });
    expect(await panel.getDomain(id)).toMatchObject({ verification: 'pending' });
  });

  test('is ours to a proxy once it is verified, and no longer when it is archived', async () => {
    const host = freshHost();
    const ask = async (name: string) => {
      const { statusCode, body } = await api.server.inject(`/internal/domain-check?${name}`);
      expect(body).toBe('');
      return statusCode;
    };
    const { id } = await panel.createDomain({ host });
    expect(await ask(`domain=${host}`)).toBe(404);
    names.set(host, { outcome: 'names', names: [trackingHost] });
    await panel.checkDomain(id);
    expect(await ask(`domain=${host.toUpperCase()}`)).toBe(200);
    await panel.archiveDomain(id);
    expect(await ask(`domain=${host}`)).toBe(404);
    expect(await ask(`domain=${trackingHost}`)).toBe(200);
    expect(await ask('domain=panel.example.net')).toBe(200);
    for (const nothing of [
      '',
      'domain=',
      'domain=%00',
      `domain=${host}&domain=${trackingHost}`,
      'domain=192.0.2.1',
    ])
      expect(await ask(nothing)).toBe(404);
  });
});

describe('API keys', () => {
  test('are made, shown once, rotated and revoked', async () => {
    const { id, token } = await panel.createKey({ label: 'reports', scope: 'read', lifetimeDays: 30 });
    const whoAmI = async (bearer: string) =>
      (await api.send({ token: bearer, method: 'GET', path: '/whoami' })).status;
    expect(await whoAmI(token)).toBe(200);
    const rotated = await panel.rotateKey(id);
    expect([await whoAmI(token), await whoAmI(rotated.token)]).toEqual([401, 200]);
    const listed = await panel.listKeys();
    expect(listed.find((key) => key.id === id)).toMatchObject({ label: 'reports', state: 'active' });
    expect(JSON.stringify(listed)).not.toContain(rotated.token.slice(4, 26));
    expect(await panel.revokeKey(id)).toMatchObject({ state: 'revoked' });
    expect(await whoAmI(rotated.token)).toBe(401);
    expect(await failureOf(panel.rotateKey(id))).toMatchObject({ status: 409 });
  });

  test('need a subscription to be made, and none to be revoked', async () => {
    const lapsed = await makeWorkspace(database);
    const owner = await enterPanel(lapsed);
    const { id } = await owner.createKey({ label: 'k', scope: 'write', lifetimeDays: 90 });
    await setSubscription(lapsed, { status: 'lapsed' });
    expect(await owner.getSubscription()).toEqual({ status: 'lapsed', apiAccess: false });
    const refused = owner.createKey({ label: 'k', scope: 'write', lifetimeDays: 90 });
    expect(await failureOf(refused)).toMatchObject({ status: 402, code: 'BILLING_REQUIRED' });
    expect(await owner.revokeKey(id)).toMatchObject({ state: 'revoked' });
  });
});

describe('the audit log', () => {
  test('is read newest first, page by page, without a line twice or left out', async () => {
    const own = await makeWorkspace(database);
    const owner = await enterPanel(own);
    for (let at = 0; at < 7; at += 1) await owner.createLanding({ ...page, name: `Page ${at}` });
    const all = (await owner.listAuditLog({ query: { limit: 200 } })).entries;
    const read: typeof all = [];
    let cursor: string | null | undefined;
    do {
      const result = await owner.listAuditLog({ query: { limit: 3, cursor: cursor ?? undefined } });
      read.push(...result.entries);
      cursor = result.meta.nextCursor;
    } while (cursor !== null);
    expect(read).toEqual(all);
    expect(
      all.filter(({ action }) => action === 'landing.create').map(({ details }) => details['name']),
    ).toEqual([6, 5, 4, 3, 2, 1, 0].map((at) => `Page ${at}`));
  });

  test('is narrowed by actor, action, record and time', async () => {
    const own = await makeWorkspace(database);
    const owner = await enterPanel(own);
    const { id } = await owner.createLanding(page);
    await owner.updateLanding(id, { name: 'Renamed' });
    const actionsOf = async (wanted: Parameters<typeof owner.listAuditLog>[0]) =>
      (await owner.listAuditLog(wanted)).entries.map(({ action }) => action);
    expect(await actionsOf({ query: { subjectId: id } })).toEqual(['landing.update', 'landing.create']);
    expect(await actionsOf({ query: { action: 'landing.create' } })).toEqual(['landing.create']);
    expect(await actionsOf({ query: { action: 'landing' } })).toHaveLength(2);
    expect(await actionsOf({ query: { action: 'land' } })).toEqual([]);
    const [last] = (await owner.listAuditLog({ query: { limit: 1 } })).entries;
    expect(await actionsOf({ query: { actor: last?.actor.id ?? '', action: 'landing' } })).toHaveLength(2);
    expect(await actionsOf({ query: { actor: 'key' } })).toEqual([]);
    expect(await actionsOf({ query: { from: last?.at, to: last?.at } })).toContain('landing.update');
    expect(await actionsOf({ query: { to: '2000-01-01T00:00:00Z' } })).toEqual([]);
    expect(await failureOf(owner.listAuditLog({ query: { cursor: id } }))).toMatchObject({ status: 400 });
    const foreign = await panel.listAuditLog({ query: { limit: 1 } });
    const stolen = owner.listAuditLog({ query: { cursor: foreign.entries[0]?.id } });
    expect((await failureOf(stolen)).details.issues).toMatchObject([{ path: 'cursor' }]);
  });
});
