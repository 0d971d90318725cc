import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { panelDownloads } from '../../src/http/panel-api/downloads.ts';
import { servedPathOf, type PanelOperation } from '../../src/http/panel-api/operation.ts';
import { panelOperations } from '../../src/http/panel-api/operations/index.ts';
import { Database } from '../../src/store/database/database.ts';
import { makeApiServer, type ApiServer } from '../../src/testing/http/api-server.ts';
import { makeDataDirectory } from '../../src/testing/product/prepared-directory.ts';
import { removeDataDirectory } from '../../src/testing/product/product.ts';
import { rounds } from '../../src/testing/rounds.ts';
import { addVersions } from '../../src/testing/workspaces/versions.ts';
import {
  dumpWorkspace,
  makeIsolatedWorkspace,
  type IdKind,
  type IsolatedWorkspace,
} from '../../src/testing/workspaces/two-workspaces.ts';

let database: Database;
let api: ApiServer;
let mine: IsolatedWorkspace;
let foreign: IsolatedWorkspace;
let untouched: string;
const directory = makeDataDirectory();
const unknownId = '00000000-0000-7000-8000-000000000000';

beforeAll(async () => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 4, secret: 'test secret' });
  api = await makeApiServer(database, directory);
  mine = await makeIsolatedWorkspace(database);
  foreign = await makeIsolatedWorkspace(database);
  untouched = await dumpWorkspace(foreign);
  expect(untouched).toContain(foreign.ids.campaign);
});

afterAll(async () => {
  await api.server.close();
  await database.close();
  removeDataDirectory(directory);
});

const action = { idx: 1, label: 'Sale' };

const dailyReport = { frequency: 'daily', hour: 8, channel: 'mail' };

const replayRange = { from: '2026-06-15T00:00:00Z', to: '2026-06-16T00:00:00Z' };

/**
 * Request bodies for each operation, with the given ID in one reference and the caller's IDs elsewhere. The list is
 * empty for operations without references in the body.
 */
const bodies: Record<string, (id: string) => unknown[]> = {
  createCampaign: (id) => {
    const { source, rotator } = mine.ids;
    const destination = { mode: 'use_rotator', rotatorId: rotator };
    const body = { name: 'C', trafficSourceId: source, destination };
    return [
      { ...body, trafficSourceId: id },
      { ...body, destination: { ...destination, rotatorId: id } },
      { ...body, tracking: { domainId: id } },
    ];
  },
  changeTags: (id) => [{ type: 'offer', ids: [id], add: ['Tag'] }],
  updateCampaign: (id) => [
    { trafficSourceId: id },
    { destination: { rotatorId: id } },
    { tracking: { domainId: id } },
  ],
  setUpCampaign: (id) => {
    const body = { trafficSourceId: mine.ids.source, offer: { url: 'https://example.com/' } };
    return [
      { ...body, trafficSourceId: id },
      { trafficSourceId: mine.ids.source, offerId: id },
      { trafficSourceId: mine.ids.source, rotatorId: id },
      { ...body, affiliateNetworkId: id },
      { ...body, landingId: id },
      { ...body, offer: { ...body.offer, overflowOfferId: id } },
      { ...body, tracking: { domainId: id } },
    ];
  },
  createOffer: (id) => {
    const body = { name: 'O', url: 'https://example.com/' };
    return [
      { ...body, affiliateNetworkId: id },
      { ...body, overflowOfferId: id },
    ];
  },
  updateOffer: (id) => [{ affiliateNetworkId: id }, { overflowOfferId: id }],
  createCost: (id) => [{ campaign: id, from: '2026-06-15', to: '2026-06-15', amount: '1' }],
  createUpload: () => [],
  changeAlertRule: () => [],
  setAlertMail: () => [],
  createAlertWebhook: () => [],
  addAlertDevice: () => [],
  createReportSchedule: (id) => [
    { ...dailyReport, savedReportId: id, memberIds: [mine.ids.user] },
    { ...dailyReport, savedReportId: mine.ids.savedReport, memberIds: [id] },
  ],
  updateReportSchedule: (id) => [{ memberIds: [id] }],
  createReportLink: (id) => [{ savedReportId: id, lifetimeDays: 7 }],
  requestErasure: (id) => [{ clickId: id, password: 'wrong' }],
  evaluateRotator: (id) => [
    { campaignId: id },
    ...(bodies['saveRotatorRules']?.(id) ?? []).map((draft) => ({ draft })),
  ],
  evaluateNewRotator: (id) => (bodies['saveRotatorRules']?.(id) ?? []).map((draft) => ({ draft })),
  startDryRun: (id) => (bodies['saveRotatorRules']?.(id) ?? []).map((draft) => ({ draft })),
  startReplay: (id) => [
    { ...replayRange, campaignId: id },
    { ...replayRange, campaignId: id, apply: { requests: 0 } },
  ],
  tryEvent: (id) => [
    { inboxId: id },
    { campaignId: id, url: 'cid=1' },
    { campaignId: mine.ids.campaign, url: 'cid=1', draft: { campaignId: id, rules: [] } },
  ],
  testPostback: (id) => [
    { campaignId: id, send: false },
    { trafficSourceId: id, send: false },
    { trafficSourceId: mine.ids.source, clickId: id, send: false },
  ],
  saveCampaignGoals: (id) => [{ rules: [{ id, label: 'S', conditions: null, actions: [action] }] }],
  saveRotatorRules: (id) => {
    const path = { id: mine.ids.path, name: 'Default' };
    const body = { version: 1, defaultPathId: mine.ids.path, rules: [], paths: [path] };
    return [
      { ...body, defaultPathId: id, paths: [{ id, name: 'Default' }] },
      { ...body, paths: [{ ...path, landings: [{ landingId: id }] }] },
      { ...body, paths: [{ ...path, offers: [{ offerId: id }] }] },
      { ...body, rules: [{ id, name: 'R', conditions: null, paths: [{ pathId: mine.ids.path }] }] },
    ];
  },
  ...Object.fromEntries(
    (
      [
        ['Campaign', 'campaign'],
        ['Landing', 'landing'],
        ['Offer', 'offer'],
        ['AffiliateNetwork', 'network'],
        ['TrafficSource', 'source'],
        ['Rotator', 'rotator'],
        ['Domain', 'domain'],
      ] as const
    ).flatMap(([Name, kind]) => {
      const many = (id: string) => [{ ids: [id] }, { ids: [mine.ids[kind], id] }];
      const verbs = kind === 'campaign' ? ['archive', 'restore', 'pause', 'resume'] : ['archive', 'restore'];
      return verbs.flatMap((verb) => [
        [`${verb}${Name}s`, many],
        [`${verb}${Name}`, () => []],
      ]);
    }),
  ),
  ...Object.fromEntries(
    [
      'createLanding',
      'updateLanding',
      'createAffiliateNetwork',
      'updateAffiliateNetwork',
      'createTrafficSource',
      'updateTrafficSource',
      'createRotator',
      'updateRotator',
      'createDomain',
      'createKey',
      'signIn',
      'changePassword',
      'requestPasswordReset',
      'resetPassword',
      'beginSecondFactor',
      'confirmSecondFactor',
      'disableSecondFactor',
      'renewRecoveryCodes',
      'changeRole',
      'sendInvitation',
      'acceptInvitation',
      'viewInvitation',
      'updateWorkspaceSettings',
      'updateCampaignSettings',
      'updateRotatorSettings',
      'pauseHost',
      'resumeHost',
      'queryReport',
      'savePreferences',
      'createSavedReport',
      'updateSavedReport',
      'createCustomMetric',
      'updateCustomMetric',
      'rotateKey',
      'updateKey',
      'duplicateCampaign',
      'duplicateRotator',
      'rotateIncomingKey',
      'issueAffiliateNetworkToken',
      'removeAffiliateNetworkToken',
      'putBackCampaignVersion',
      'putBackRotatorVersion',
      'putBackLandingVersion',
      'putBackWorkspaceSettingsVersion',
      'putBackOfferVersion',
      'putBackTrafficSourceVersion',
      'putBackAffiliateNetworkVersion',
    ].map((name) => [name, () => []]),
  ),
};

const idParameters = new Set([
  'ids',
  'rotatorId',
  'affiliateNetworkId',
  'campaignId',
  'savedReportId',
  'actor',
  'subjectId',
  'cursor',
]);
const kindBySegment: Record<string, IdKind> = {
  campaigns: 'campaign',
  landings: 'landing',
  offers: 'offer',
  'affiliate-networks': 'network',
  'traffic-sources': 'source',
  rotators: 'rotator',
  domains: 'domain',
  keys: 'key',
  'saved-reports': 'savedReport',
  'report-links': 'reportLink',
  'report-schedules': 'reportSchedule',
  'custom-metrics': 'customMetric',
  receivers: 'alertReceiver',
  devices: 'alertDevice',
  people: 'user',
  sessions: 'session',
};

function kindInPath(path: string): IdKind | undefined {
  return kindBySegment[/([\w-]+)\/\{id\}/.exec(path)?.[1] ?? ''];
}

/**
 * Returns true if an ID of this kind is tested in this position. For the ID in a path, a short run tests only the kind
 * that the path expects, and a full run tests every kind. In other positions, every kind is tested.
 */
function isTested(kind: string, operation: PanelOperation, index: number): boolean {
  const isInPath = index === 0 && operation.path.includes('{id}');
  const expected = kindInPath(operation.path) ?? kind;
  return !isInPath || kind === expected || rounds(0, 1) === 1;
}

function fill(path: string, id: string): string {
  return path.replace('{id}', id).replace('{version}', '1');
}

/** Lists one request for each position in which the operation accepts an ID, with the given ID in that position. */
function requestsWithId(operation: PanelOperation, id: string): { path: string; body?: unknown }[] {
  const { operationId, path, query, example } = operation;
  const ownId = mine.ids[kindInPath(path) ?? 'campaign'];
  return [
    ...(path.includes('{id}')
      ? [{ path: fill(path, id), ...(operation.body === undefined ? {} : { body: example.body }) }]
      : []),
    ...Object.keys(query?.shape ?? {})
      .filter((name) => idParameters.has(name))
      .map((name) => ({ path: `${path}?${name}=${id}` })),
    ...(bodies[operationId]?.(id) ?? []).map((body) => ({ path: fill(path, ownId), body })),
  ];
}

test('every operation with a body is listed in this test', () => {
  const withBody = panelOperations
    .filter(({ body }) => body !== undefined)
    .map(({ operationId }) => operationId);
  expect(Object.keys(bodies).toSorted()).toEqual(withBody.toSorted());
});

test.each(panelOperations.map((operation) => [operation.operationId, operation] as const))(
  "%s treats another workspace's IDs exactly like unknown IDs and changes nothing there",
  async (_, operation) => {
    const send = async (request: { path: string; body?: unknown }) => {
      const named = await addVersions(database, operation, request, mine.context.workspaceId);
      const { status, raw } = await api.ask({ session: mine.session, method: operation.method, ...named });
      // The cursor for the current position in a feed differs on every request.
      return { status, raw: raw.replace(/"(?:requestId|nextCursor)":"[^"]*"/, '') };
    };
    const unknown = [];
    for (const request of requestsWithId(operation, unknownId)) unknown.push(await send(request));
    for (const [kind, id] of Object.entries(foreign.ids)) {
      for (const [index, request] of requestsWithId(operation, id).entries()) {
        if (!isTested(kind, operation, index)) continue;
        const response = await send(request);
        expect(response.status).not.toBe(401);
        expect({ ...request, ...response, raw: response.raw.replaceAll(id, unknownId) }).toEqual({
          ...request,
          ...unknown[index],
        });
        expect(response.raw.replaceAll(id, '')).not.toMatch(new RegExp(Object.values(foreign.ids).join('|')));
      }
    }
    if (unknown.length > 0) expect(await dumpWorkspace(foreign)).toBe(untouched);
  },
);

test('no operation or download distinguishes an inaccessible workspace from one that does not exist', async () => {
  const inWorkspaces = [...panelOperations, ...panelDownloads].filter(
    (one) => servedPathOf(one) !== one.path,
  );
  expect(inWorkspaces.length).toBeGreaterThan(80);
  for (const { method, path, operationId } of inWorkspaces) {
    const send = async (workspaceId: string) => {
      const request = { method, path: fill(path, foreign.ids.campaign), workspaceId };
      const { status, body } = await api.ask({ session: mine.session, ...request });
      return { operationId, status, body: { ...body, requestId: '' } };
    };
    const [theirs, unknown] = [await send(foreign.context.workspaceId), await send(unknownId)];
    expect(theirs.status).toBe(404);
    expect(theirs).toEqual(unknown);
  }
  expect(await dumpWorkspace(foreign)).toBe(untouched);
});
