import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { WaypostApiError, type WaypostPanelClient } from '../../../client/waypost-panel-client.ts';
import type { OpenApiDocument } from '../../src/http/openapi/document.ts';
import type { CnameAnswer } from '../../src/platform/resolve-cname.ts';
import type { WorkspaceContext } from '../../src/services/context.ts';
import { publishWaiting } from '../../src/services/publishing/publish-campaigns.ts';
import { describeMissing } from '../../src/services/refuse-missing.ts';
import { setSubscription } from '../../src/services/subscriptions/subscriptions.ts';
import { listAuditEntries } from '../../src/store/accounts/audit-log.ts';
import { Database } from '../../src/store/database/database.ts';
import { FakeEdge } from '../../src/testing/edge/fake-edge.ts';
import { makeApiServer, type ApiServer, testSecrets } from '../../src/testing/http/api-server.ts';
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
  database = new Database(inject('postgresUrl'), { connectionsMax: 4, secret: testSecrets.sessionSecret });
  api = await makeApiServer(database, directory, {
    domainChecks,
    ownHosts: [trackingHost, 'panel.example.net'],
  });
  const { body } = await api.server.inject('/panel/openapi.json');
  description = new CheckedDescription(JSON.parse(body) as OpenApiDocument);
  context = await makeWorkspace(database);
  panel = await signInAsOwner(context);
});

afterAll(async () => {
  await api.server.close();
  await database.close();
  removeDataDirectory(directory);
});

async function signInAsOwner(own: WorkspaceContext): Promise<WaypostPanelClient> {
  const session = await makeSession(own, 'owner');
  return makePanelClient(api, { session, workspaceId: own.workspaceId }, description);
}

async function failureOf(call: Promise<unknown>): Promise<WaypostApiError> {
  const failure: unknown = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(failure instanceof WaypostApiError)) throw new Error(`expected an API error, got ${String(failure)}`);
  return failure;
}

function freshHost(): string {
  return `t${Math.random().toString(36).slice(2)}.example.com`;
}

const page = { name: 'Page', url: 'https://pages.example.com/?click={clickid}' };

async function makeCampaign(): Promise<{ id: string; sourceId: string; rotatorId: string }> {
  const { id: sourceId } = await panel.createTrafficSource({ name: 'Source' });
  const { id: rotatorId } = await panel.createRotator({ name: 'Rotator' });
  const { id } = await panel.createCampaign({
    name: 'Campaign',
    trafficSourceId: sourceId,
    destination: { mode: 'use_rotator', rotatorId },
  });
  return { id, sourceId, rotatorId };
}

async function makeRotatorWithPools(pool: { landingId?: string; offerId?: string }): Promise<string> {
  const { id } = await panel.createRotator({ name: 'Pools' });
  const rules = await panel.getRotatorRules(id);
  const [path] = rules.paths;
  if (path === undefined) throw new Error('rotator has no path');
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

type PanelRecord = { id: string; status: string; version: number; name?: string };
type RecordVersion = { id: string; version: number };
type Verbs = {
  create: () => Promise<PanelRecord>;
  get: (id: string) => Promise<PanelRecord>;
  update?: (record: RecordVersion, name: string) => Promise<PanelRecord>;
  archive: (record: RecordVersion) => Promise<PanelRecord>;
  archiveMany: (records: RecordVersion[]) => Promise<{ records: PanelRecord[] }>;
  restore: (record: RecordVersion) => Promise<PanelRecord>;
  restoreMany: (records: RecordVersion[]) => Promise<{ records: PanelRecord[] }>;
  list: (ids: string[], archived?: 'all') => Promise<{ items: { id: string }[] }>;
  /** Creates a record that uses the given record, and returns the ID of the new record. */
  block: (id: string) => Promise<string>;
};

const query = (ids: string[], archived?: 'all') => ({ query: { ids, archived } });
const only = ({ id, version }: RecordVersion) => ({ id, version });

async function moveCampaign(change: object): Promise<string> {
  const { id } = await makeCampaign();
  await panel.updateCampaign(id, { version: 1, ...change });
  return id;
}

const kinds: Record<string, Verbs> = {
  'landing page': {
    create: () => panel.createLanding(page),
    get: (id) => panel.getLanding(id),
    update: ({ id, version }, name) => panel.updateLanding(id, { version, name }),
    archive: ({ id, version }) => panel.archiveLanding(id, { version }),
    archiveMany: (records) => panel.archiveLandings({ records }),
    restore: ({ id, version }) => panel.restoreLanding(id, { version }),
    restoreMany: (records) => panel.restoreLandings({ records }),
    list: (ids, all) => panel.listLandings(query(ids, all)),
    block: (id) => makeRotatorWithPools({ landingId: id }),
  },
  offer: {
    create: () => panel.createOffer({ ...page, payout: { mode: 'fixed', amount: 2.5 } }),
    get: (id) => panel.getOffer(id),
    update: ({ id, version }, name) => panel.updateOffer(id, { version, name }),
    archive: ({ id, version }) => panel.archiveOffer(id, { version }),
    archiveMany: (records) => panel.archiveOffers({ records }),
    restore: ({ id, version }) => panel.restoreOffer(id, { version }),
    restoreMany: (records) => panel.restoreOffers({ records }),
    list: (ids, all) => panel.listOffers(query(ids, all)),
    block: (id) => makeRotatorWithPools({ offerId: id }),
  },
  'affiliate network': {
    create: () => panel.createAffiliateNetwork({ name: 'Network', statusMap: { Paid: 'approved' } }),
    get: (id) => panel.getAffiliateNetwork(id),
    update: ({ id, version }, name) => panel.updateAffiliateNetwork(id, { version, name }),
    archive: ({ id, version }) => panel.archiveAffiliateNetwork(id, { version }),
    archiveMany: (records) => panel.archiveAffiliateNetworks({ records }),
    restore: ({ id, version }) => panel.restoreAffiliateNetwork(id, { version }),
    restoreMany: (records) => panel.restoreAffiliateNetworks({ records }),
    list: (ids, all) => panel.listAffiliateNetworks(query(ids, all)),
    block: async (id) => (await panel.createOffer({ ...page, affiliateNetworkId: id })).id,
  },
  'traffic source': {
    create: () => panel.createTrafficSource({ name: 'Source', clickIdParam: 'click' }),
    get: (id) => panel.getTrafficSource(id),
    update: ({ id, version }, name) => panel.updateTrafficSource(id, { version, name }),
    archive: ({ id, version }) => panel.archiveTrafficSource(id, { version }),
    archiveMany: (records) => panel.archiveTrafficSources({ records }),
    restore: ({ id, version }) => panel.restoreTrafficSource(id, { version }),
    restoreMany: (records) => panel.restoreTrafficSources({ records }),
    list: (ids, all) => panel.listTrafficSources(query(ids, all)),
    block: (id) => moveCampaign({ trafficSourceId: id }),
  },
  rotator: {
    create: () => panel.createRotator({ name: 'Rotator' }),
    get: (id) => panel.getRotator(id),
    update: ({ id, version }, name) => panel.updateRotator(id, { version, name }),
    archive: ({ id, version }) => panel.archiveRotator(id, { version }),
    archiveMany: (records) => panel.archiveRotators({ records }),
    restore: ({ id, version }) => panel.restoreRotator(id, { version }),
    restoreMany: (records) => panel.restoreRotators({ records }),
    list: (ids, all) => panel.listRotators(query(ids, all)),
    block: (id) => moveCampaign({ destination: { rotatorId: id } }),
  },
  domain: {
    create: () => panel.createDomain({ host: freshHost() }),
    get: (id) => panel.getDomain(id),
    archive: ({ id, version }) => panel.archiveDomain(id, { version }),
    archiveMany: (records) => panel.archiveDomains({ records }),
    restore: ({ id, version }) => panel.restoreDomain(id, { version }),
    restoreMany: (records) => panel.restoreDomains({ records }),
    list: (ids, all) => panel.listDomains(query(ids, all)),
    block: async (id) => {
      names.set((await panel.getDomain(id)).host, { outcome: 'names', names: [trackingHost] });
      await panel.checkDomain(id);
      return await moveCampaign({ tracking: { domainId: id } });
    },
  },
};

describe.each(Object.entries(kinds))('records of type %s in the panel API', (label, verbs) => {
  test('are returned in their current state after each create, update, archive and restore', async () => {
    const created = await verbs.create();
    const { id } = created;
    expect(created).toMatchObject({ status: 'active', version: 1 });
    expect(created).toMatchObject(await verbs.get(id));
    let last: PanelRecord = created;
    if (verbs.update !== undefined) {
      last = await verbs.update(last, 'Renamed');
      expect(last).toMatchObject({ name: 'Renamed', version: 2 });
      expect(last).toMatchObject(await verbs.get(id));
    }
    const readRecord = async () => ({ ...(await verbs.get(id)), warnings: undefined });
    const listed = (await verbs.list([id])).items[0] ?? { id: '' };
    expect({ tags: [], ...(await readRecord()) }).toMatchObject(listed);
    const archived = await verbs.archive(last);
    expect(archived).toEqual(await readRecord());
    expect(archived).toMatchObject({ status: 'archived', version: last.version + 1 });
    // Archiving the current version again changes nothing; an outdated version is rejected.
    expect(await verbs.archive(archived)).toEqual(archived);
    const differences = ['status changed from “active” to “archived”'];
    expect(await failureOf(verbs.archive(last))).toMatchObject({
      message: `The ${label} has changed since it was read`,
      details: { reason: 'stale', version: archived.version, current: archived, differences },
    });
    expect((await verbs.list([id])).items).toEqual([]);
    expect((await verbs.list([id], 'all')).items).toMatchObject([{ id, status: 'archived' }]);
    if (verbs.update !== undefined)
      expect(await failureOf(verbs.update(archived, 'Late'))).toMatchObject({
        status: 409,
        message: `The ${label} is archived. Restore it first.`,
      });
    const restored = await verbs.restore(archived);
    expect(restored).toEqual(await readRecord());
    expect(restored).toMatchObject({ status: 'active', version: archived.version + 1 });
    const audited = await database.asSystem((executor) => listAuditEntries(executor, context.workspaceId));
    const versions = audited.flatMap(({ subjectId, version }) => (subjectId === id ? [version] : []));
    expect(versions.toReversed()).toEqual(Array.from({ length: restored.version }, (_, at) => at + 1));
  });

  test('are archived and restored together or not at all', async () => {
    // Records are returned in the requested order.
    const two = [await verbs.create(), await verbs.create()].toReversed();
    const { records } = await verbs.archiveMany(two.map(only));
    expect(records).toMatchObject(two.map(({ id }) => ({ id, status: 'archived', version: 2 })));
    const [first, second] = records;
    if (first === undefined || second === undefined) throw new Error('expected two records');
    const stale = await failureOf(verbs.restoreMany([only(first), { id: second.id, version: 1 }]));
    expect(stale).toMatchObject({
      status: 409,
      message: `Some of the ${label}s have changed since they were read`,
      details: { reason: 'stale', stale: [{ id: second.id, version: 2 }] },
    });
    expect(await verbs.get(first.id)).toMatchObject({ status: 'archived', version: 2 });
    const restoredAgain = await verbs.restoreMany(records.map(only));
    expect(restoredAgain.records).toMatchObject(two.map(({ id }) => ({ id, status: 'active', version: 3 })));
  });

  test('are not archived while one of them is in use, and the response names the records that use it', async () => {
    const used = await verbs.create();
    const blocker = await verbs.block(used.id);
    const record = only(await verbs.get(used.id));
    const failure = await failureOf(verbs.archive(record));
    expect(failure).toMatchObject({ status: 409, code: 'CONFLICT', message: `The ${label} is in use` });
    expect(failure.details.blocked).toMatchObject([{ id: used.id, by: [{ id: blocker }] }]);
    expect(failure.details['blockers']).toMatchObject([
      { id: blocker, type: expect.any(String), name: expect.any(String), blocks: [{ id: used.id }] },
    ]);
    const campaigns = failure.details.blocked?.flatMap(({ by }) =>
      by.filter(({ type }) => type === 'campaign'),
    );
    expect(failure.details.blockedCampaignIds ?? []).toEqual(campaigns?.map(({ id }) => id));
    const free = await verbs.create();
    const together = await failureOf(verbs.archiveMany([only(free), record]));
    expect(together.details.blocked).toEqual(failure.details.blocked);
    expect(await verbs.get(free.id)).toMatchObject({ status: 'active', version: 1 });
  });

  test('with an unknown ID are answered with 404, in single and in bulk requests', async () => {
    const unknown = { id: '00000000-0000-7000-8000-000000000000', version: 1 };
    expect(await failureOf(verbs.get(unknown.id))).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect(await failureOf(verbs.get('nonsense'))).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    for (const verb of [verbs.archive, verbs.restore])
      for (const id of [unknown.id, 'nonsense'])
        expect(await failureOf(verb({ id, version: 1 }))).toMatchObject({
          status: 404,
          message: describeMissing(label),
        });
    for (const verb of [verbs.archiveMany, verbs.restoreMany])
      expect((await failureOf(verb([unknown]))).details).toMatchObject({ missing: [unknown.id] });
  });
});

test('posting a record as it was read creates a copy, and campaigns and rotators can be duplicated', async () => {
  const network = await panel.createAffiliateNetwork({ name: 'N', statusMap: { paid: 'approved' } });
  const offer = await panel.createOffer({ ...page, affiliateNetworkId: network.id, shortName: 'best' });
  const landing = await panel.createLanding(page);
  const source = await panel.createTrafficSource({
    name: 'S',
    tokens: [{ index: 1, param: 'site', name: 'Site', macro: '[SITE]' }],
  });
  const own = { id: '', version: 0, createdAt: '', warnings: [] };
  const active = { status: 'active' as const };
  const copies = [
    [
      network,
      await panel.createAffiliateNetwork({ ...(await panel.getAffiliateNetwork(network.id)), ...active }),
    ],
    [
      offer,
      await panel.createOffer({ ...(await panel.getOffer(offer.id)), ...active, payout: { mode: 'auto' } }),
    ],
    [landing, await panel.createLanding({ ...(await panel.getLanding(landing.id)), ...active })],
    [source, await panel.createTrafficSource({ ...(await panel.getTrafficSource(source.id)), ...active })],
  ] as const;
  for (const [original, copy] of copies) {
    expect(copy.id).not.toBe(original.id);
    expect({ ...copy, ...own }).toEqual({ ...original, ...own });
  }
  const rotatorId = await makeRotatorWithPools({ landingId: landing.id, offerId: offer.id });
  const rotator = await panel.duplicateRotator(rotatorId, { name: 'Other' });
  expect(rotator).toMatchObject({ name: 'Other', status: 'active' });
  const [rules, copied] = [await panel.getRotatorRules(rotatorId), await panel.getRotatorRules(rotator.id)];
  expect(copied.paths.map((path) => ({ ...path, id: '' }))).toEqual(
    rules.paths.map((path) => ({ ...path, id: '' })),
  );
  expect(copied.paths[0]?.id).not.toBe(rules.paths[0]?.id);
  const { id } = await makeCampaign();
  const rule = { label: 'Sale', conditions: null, actions: [{ idx: 1, label: 'Sale' }] };
  await panel.saveCampaignGoals(id, { version: 1, rules: [rule] });
  await panel.updateCampaignSettings(id, { version: 2, attributionDays: 7 });
  const copy = await panel.duplicateCampaign(id, { rotator: 'share' });
  expect(copy).toMatchObject({ name: 'Campaign (copy)', status: 'paused' });
  expect(await panel.getCampaignSettings(copy.id)).toMatchObject({ attributionDays: 7 });
  expect((await panel.getCampaignGoals(copy.id)).rules).toMatchObject([{ label: 'Sale' }]);
});

test('a paused campaign is restored as paused or with the requested status, in single and in bulk requests', async () => {
  const [first, second] = [await makeCampaign(), await makeCampaign()];
  const paused = await panel.pauseCampaign(first.id, { version: 1 });
  expect(paused.archivedFrom).toBeNull();
  const archived = await panel.archiveCampaign(first.id, { version: 2 });
  expect(archived).toMatchObject({ status: 'archived', archivedFrom: 'paused' });
  const restored = await panel.restoreCampaign(first.id, { version: 3 });
  expect(restored).toMatchObject({ status: 'paused', archivedFrom: null, version: 4 });
  const both = [
    { id: first.id, version: 4 },
    { id: second.id, version: 1 },
  ];
  const { records } = await panel.archiveCampaigns({ records: both });
  const restoredAgain = await panel.restoreCampaigns({ records: records.map(only) });
  expect(restoredAgain.records.map(({ status }) => status)).toEqual(['paused', 'active']);
  await panel.archiveCampaigns({ records: restoredAgain.records.map(only) });
  expect(await panel.restoreCampaign(first.id, { version: 7, status: 'active' })).toMatchObject({
    status: 'active',
  });
  const rejected = await failureOf(
    panel.restoreCampaign(second.id, { version: 4, status: 'archived' as 'active' }),
  );
  expect(rejected).toMatchObject({ status: 400 });
  // Updates accept a campaign in the form in which it was returned.
  expect(
    await panel.updateCampaign(first.id, { ...(await panel.getCampaign(first.id)), name: 'Renamed' }),
  ).toMatchObject({ name: 'Renamed' });
});

test('an offer is not restored before its affiliate network', async () => {
  const network = await panel.createAffiliateNetwork({ name: 'Network' });
  const { id } = await panel.createOffer({ ...page, affiliateNetworkId: network.id });
  await panel.archiveOffer(id, { version: 1 });
  await panel.archiveAffiliateNetwork(network.id, { version: 1 });
  const failure = await failureOf(panel.restoreOffers({ records: [{ id, version: 2 }] }));
  expect(failure.details.blocked).toMatchObject([
    { id, by: [{ type: 'affiliate-network', id: network.id }] },
  ]);
});

describe('a campaign in the panel API', () => {
  test('can be created, read, updated, paused, resumed, archived and restored', async () => {
    const { id } = await makeCampaign();
    expect(await panel.getCampaign(id)).toMatchObject({ id, status: 'active', version: 1 });
    expect(await panel.updateCampaign(id, { version: 1, name: 'Other' })).toMatchObject({
      name: 'Other',
      version: 2,
      publish: { status: 'published' },
    });
    expect(await panel.pauseCampaign(id, { version: 2 })).toMatchObject({ status: 'paused', version: 3 });
    const resumed = await panel.resumeCampaigns({ records: [{ id, version: 3 }] });
    expect(resumed).toEqual({ records: [{ id, name: 'Other', status: 'active', version: 4 }] });
    expect(await panel.archiveCampaign(id, { version: 4 })).toEqual(await panel.getCampaign(id));
    const blocked = await failureOf(panel.pauseCampaigns({ records: [{ id, version: 5 }] }));
    expect(blocked).toMatchObject({ status: 409, details: { blocked: [{ id }] } });
    expect((await panel.listCampaigns(query([id]))).items).toEqual([]);
    expect(await panel.restoreCampaigns({ records: [{ id, version: 5 }] })).toMatchObject({
      records: [{ id, status: 'active', version: 6 }],
      runtimePendingIds: [id],
    });
    expect(await panel.archiveCampaigns({ records: [{ id, version: 6 }] })).toMatchObject({
      records: [{ status: 'archived', version: 7 }],
    });
  });

  test('has goal rules that are saved as a whole', async () => {
    const { id } = await makeCampaign();
    expect(await panel.getCampaignGoals(id)).toEqual({ version: 1, rules: [], warnings: [] });
    const rule = { label: 'Sale', conditions: null, actions: [{ idx: 1, label: 'Sale' }] };
    const saved = await panel.saveCampaignGoals(id, { version: 1, rules: [rule] });
    expect(saved.rules).toMatchObject([{ label: 'Sale', priority: 1 }]);
    expect({ ...(await panel.getCampaignGoals(id)), warnings: [] }).toEqual(saved);
    // Goal rules are accepted in the form in which they were returned.
    expect(await panel.saveCampaignGoals(id, saved)).toEqual(saved);
    expect(
      await failureOf(panel.saveCampaignGoals(id, { version: 2, rules: [{ ...rule, actions: [] }] })),
    ).toMatchObject({
      status: 400,
    });
  });

  test('shows its publication status and the number of edges that serve it', async () => {
    const { id } = await makeCampaign();
    const system = { ...context, actor: { type: 'system', label: 'test' } as const };
    expect(await panel.getPublication(id)).toMatchObject({ waiting: true, version: null, failure: null });
    while ((await publishWaiting(system)).compiled > 0);
    const published = await panel.getPublication(id);
    expect(published).toMatchObject({ waiting: false, version: 1 });
    const edge = new FakeEdge(database);
    await edge.report();
    const before = (await panel.getPublication(id)).edges;
    await edge.applyAndReport();
    const after = (await panel.getPublication(id)).edges;
    expect(after).toEqual({ live: before.live, serving: before.serving + 1 });
    await edge.signOff();
  });
});

describe('rotator rules in the panel API', () => {
  test('can be sent back as they were read, with new rules and paths added', async () => {
    const { id } = await panel.createRotator({ name: 'Rotator' });
    const rules = await panel.getRotatorRules(id);
    const germany = {
      name: 'Germany',
      conditions: { field: 'country', op: 'is' as const, values: ['DE'] },
      paths: [{ pathId: 'new-1' }],
    };
    const { warnings, ...saved } = await panel.saveRotatorRules(id, {
      ...rules,
      rules: [germany],
      paths: [...rules.paths, { id: 'new-1', name: 'German' }],
    });
    expect(warnings).toEqual([]);
    expect(saved).toMatchObject({ version: rules.version + 1, rules: [{ name: 'Germany', priority: 1 }] });
    expect(await panel.getRotatorRules(id)).toEqual(saved);
    const paths = await panel.listRotatorPaths({ query: { rotatorId: id } });
    expect(paths.items.map(({ name }) => name)).toEqual(['Default', 'German']);
    const stale = await failureOf(panel.saveRotatorRules(id, { ...saved, version: rules.version }));
    expect(stale).toMatchObject({ status: 409, details: { version: saved.version, current: saved } });
  });
});

describe('a domain in the panel API', () => {
  test('is verified if its CNAME record points to the tracking host and fails otherwise', async () => {
    const host = freshHost();
    const { id } = await panel.createDomain({ host });
    expect(await panel.checkDomain(id)).toMatchObject({ verification: 'failed' });
    names.set(host, { outcome: 'names', names: ['elsewhere.example'] });
    expect((await panel.checkDomain(id)).checkError).toContain('elsewhere.example');
    names.set(host, { outcome: 'names', names: [`${trackingHost}.`] });
    expect(await panel.checkDomain(id)).toMatchObject({ verification: 'verified', checkError: null });
    names.set(host, { outcome: 'no-response' });
    expect(await failureOf(panel.checkDomain(id))).toMatchObject({ status: 503, retryAfterSeconds: 5 });
    expect(await panel.getDomain(id)).toMatchObject({ verification: 'verified' });
  });

  test('cannot be checked when no tracking host is configured', async () => {
    const { id } = await panel.createDomain({ host: freshHost() });
    domainChecks.target = undefined;
    const failure = await failureOf(panel.checkDomain(id)).finally(
      () => (domainChecks.target = trackingHost),
    );
    expect(failure).toMatchObject({ status: 409, message: expect.stringContaining('WAYPOST_TRACKING_URL') });
    expect(await panel.getDomain(id)).toMatchObject({ verification: 'pending' });
  });

  test('is confirmed to a proxy only while it is verified and not archived', async () => {
    const host = freshHost();
    const checkHost = async (name: string) => {
      const { statusCode, body } = await api.server.inject(`/internal/domain-check?${name}`);
      expect(body).toBe('');
      return statusCode;
    };
    const { id } = await panel.createDomain({ host });
    expect(await checkHost(`domain=${host}`)).toBe(404);
    names.set(host, { outcome: 'names', names: [trackingHost] });
    await panel.checkDomain(id);
    expect(await checkHost(`domain=${host.toUpperCase()}`)).toBe(200);
    await panel.archiveDomain(id, { version: 1 });
    expect(await checkHost(`domain=${host}`)).toBe(404);
    expect(await checkHost(`domain=${trackingHost}`)).toBe(200);
    expect(await checkHost('domain=panel.example.net')).toBe(200);
    for (const invalid of ['', 'domain=', `domain=${host}&domain=${trackingHost}`, 'domain=192.0.2.1'])
      expect(await checkHost(invalid)).toBe(404);
  });
});

describe('API keys in the panel API', () => {
  test('are created, shown once, rotated and revoked', async () => {
    const { id, token } = await panel.createKey({ label: 'reports', scope: 'read', lifetimeDays: 30 });
    const whoAmI = async (bearer: string) =>
      (await api.send({ token: bearer, method: 'GET', path: '/whoami' })).status;
    expect(await whoAmI(token)).toBe(200);
    const rotated = await panel.rotateKey(id, { version: 1 });
    expect([await whoAmI(token), await whoAmI(rotated.token)]).toEqual([401, 200]);
    const listed = await panel.listKeys();
    expect(listed.items.find((key) => key.id === id)).toMatchObject({ label: 'reports', state: 'active' });
    expect(JSON.stringify(listed)).not.toContain(rotated.token.slice(4, 26));
    expect(await panel.revokeKey(id)).toMatchObject({ state: 'revoked' });
    expect(await whoAmI(rotated.token)).toBe(401);
    expect(await failureOf(panel.rotateKey(id, { version: 3 }))).toMatchObject({ status: 409 });
  });

  test('require a subscription to be created but not to be revoked', async () => {
    const lapsed = await makeWorkspace(database);
    const owner = await signInAsOwner(lapsed);
    const { id } = await owner.createKey({ label: 'k', scope: 'write', lifetimeDays: 90 });
    await setSubscription(lapsed, { status: 'lapsed' });
    expect(await owner.getSubscription()).toEqual({ status: 'lapsed', apiAccess: false });
    const rejected = owner.createKey({ label: 'k', scope: 'write', lifetimeDays: 90 });
    expect(await failureOf(rejected)).toMatchObject({ status: 402, code: 'BILLING_REQUIRED' });
    expect(await owner.revokeKey(id)).toMatchObject({ state: 'revoked' });
  });
});

describe('the audit log in the panel API', () => {
  test('lists entries newest first, and pages neither repeat nor skip entries', async () => {
    const own = await makeWorkspace(database);
    const owner = await signInAsOwner(own);
    for (let index = 0; index < 7; index += 1) await owner.createLanding({ ...page, name: `Page ${index}` });
    const all = (await owner.listAuditLog({ query: { limit: 200 } })).items;
    const pages: typeof all = [];
    let cursor: string | null | undefined;
    do {
      const result = await owner.listAuditLog({ query: { limit: 3, cursor: cursor ?? undefined } });
      pages.push(...result.items);
      cursor = result.meta.nextCursor;
    } while (cursor !== null);
    expect(pages).toEqual(all);
    expect(
      all.filter(({ action }) => action === 'landing.create').map(({ subjectName }) => subjectName),
    ).toEqual([6, 5, 4, 3, 2, 1, 0].map((index) => `Page ${index}`));
  });

  test('records actor, changed values and IP address, but no secrets', async () => {
    const own = await makeWorkspace(database);
    const owner = await signInAsOwner(own);
    const secret = { name: 'x-key', value: 'canary-one' };
    const { id } = await owner.createTrafficSource({
      name: 'Ads',
      postbackUrl: 'https://source.example.com/?id={externalid}',
      postbackMethod: 'POST',
      postbackHeaders: [secret],
    });
    const { version } = await owner.getTrafficSource(id);
    await owner.updateTrafficSource(id, {
      version,
      name: 'Other ads',
      postbackHeaders: [{ ...secret, value: 'canary-two' }],
    });
    const { items: entries } = await owner.listAuditLog({ query: { subjectId: id } });
    expect(entries[0]).toMatchObject({
      action: 'traffic-source.update',
      subjectName: 'Ads',
      version: version + 1,
      address: expect.stringMatching(/^[\d.:a-f]+$/),
      actor: { type: 'user', label: expect.stringContaining('@') },
    });
    expect(entries[0]?.changes).toContainEqual({ field: 'name', before: 'Ads', after: 'Other ads' });
    expect(entries[0]?.changes.map(({ field }) => field)).toContain('postbackHeaders');
    expect(JSON.stringify(entries)).not.toContain('canary');
  });

  test('filters by actor, action, record and time', async () => {
    const own = await makeWorkspace(database);
    const owner = await signInAsOwner(own);
    const { id } = await owner.createLanding(page);
    await owner.updateLanding(id, { version: 1, name: 'Renamed' });
    const actionsOf = async (filter: Parameters<typeof owner.listAuditLog>[0]) =>
      (await owner.listAuditLog(filter)).items.map(({ action }) => action);
    expect(await actionsOf({ query: { subjectId: id } })).toEqual(['landing.update', 'landing.create']);
    expect(await actionsOf({ query: { action: 'landing.create' } })).toEqual(['landing.create']);
    expect(await actionsOf({ query: { action: 'landing' } })).toHaveLength(2);
    expect(await actionsOf({ query: { action: 'land' } })).toEqual([]);
    const [last] = (await owner.listAuditLog({ query: { limit: 1 } })).items;
    expect(await actionsOf({ query: { actor: last?.actor.id ?? '', action: 'landing' } })).toHaveLength(2);
    expect(await actionsOf({ query: { actor: 'key' } })).toEqual([]);
    expect(await actionsOf({ query: { from: last?.at, to: last?.at } })).toContain('landing.update');
    expect(await actionsOf({ query: { to: '2000-01-01T00:00:00Z' } })).toEqual([]);
    expect(await failureOf(owner.listAuditLog({ query: { cursor: id } }))).toMatchObject({ status: 400 });
    const foreign = await panel.listAuditLog({ query: { limit: 1 } });
    const cursor = foreign.meta.nextCursor ?? undefined;
    const foreignCursor = owner.listAuditLog({ query: { limit: 1, cursor } });
    expect((await failureOf(foreignCursor)).details.issues).toMatchObject([{ path: 'cursor' }]);
  });
});
