import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { WaypostApiError, type WaypostPanelClient } from '../../../client/waypost-panel-client.ts';
import type { OpenApiDocument } from '../../src/http/openapi/document.ts';
import type { WorkspaceContext } from '../../src/services/context.ts';
import { createLanding } from '../../src/services/landings/landings.ts';
import { Database } from '../../src/store/database/database.ts';
import { makeApiServer, type ApiServer, testSecrets } from '../../src/testing/http/api-server.ts';
import { CheckedDescription } from '../../src/testing/http/checked-description.ts';
import { makePanelClient } from '../../src/testing/http/panel-client.ts';
import { makeDataDirectory } from '../../src/testing/product/prepared-directory.ts';
import { removeDataDirectory } from '../../src/testing/product/product.ts';
import { makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { makeSession } from '../../src/testing/workspaces/sessions.ts';

const directory = makeDataDirectory();
let database: Database;
let api: ApiServer;
let description: CheckedDescription;
let shared: Awaited<ReturnType<typeof openPanel>>;

beforeAll(async () => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 4, secret: testSecrets.sessionSecret });
  api = await makeApiServer(database, directory);
  const { body } = await api.server.inject('/panel/openapi.json');
  description = new CheckedDescription(JSON.parse(body) as OpenApiDocument);
  shared = await openPanel();
});

afterAll(async () => {
  await api.server.close();
  await database.close();
  removeDataDirectory(directory);
});

async function openPanel(): Promise<{ context: WorkspaceContext; panel: WaypostPanelClient }> {
  const context = await makeWorkspace(database);
  const { workspaceId } = context;
  const session = await makeSession(context, 'owner');
  return { context, panel: makePanelClient(api, { session, workspaceId }, description) };
}

async function makeCampaign(panel: WaypostPanelClient) {
  const { id: sourceId } = await panel.createTrafficSource({ name: 'Source', clickIdParam: 'cid' });
  const { id: rotatorId } = await panel.createRotator({ name: 'Rotator' });
  const { id } = await panel.createCampaign({
    name: 'Campaign',
    trafficSourceId: sourceId,
    destination: { mode: 'use_rotator', rotatorId },
  });
  return { id, sourceId, rotatorId };
}

const accepted = { query: { acceptUnknownMacros: '1' as const } };
const misspelledUrl = 'https://a.example/?c={clikid}';
const misspelledPostbackUrl = 'https://a.example/?c={externlid}&d={externalid}';
const postback = {
  clickIdParam: 'cid',
  postbackUrl: 'https://a.example/?c={externalid}',
  postbackMethod: 'POST',
} as const;
const goals = (postbackUrl: string) => ({
  version: 1,
  rules: [{ label: 'Sale', conditions: null, actions: [{ idx: 1, label: 'Sale', postbackUrl }] }],
});

type Save = (panel: WaypostPanelClient, options?: typeof accepted) => Promise<{ warnings: object[] }>;

/** All operations that save macros, each with a misspelled macro. */
const saves: [
  name: string,
  path: string,
  suggestion: string,
  prepare: (panel: WaypostPanelClient) => Promise<Save>,
][] = [
  [
    'creating a landing page',
    'url',
    '{clickid}',
    async () => (panel, options) => panel.createLanding({ name: 'L', url: misspelledUrl }, options),
  ],
  [
    'updating a landing page',
    'url',
    '{clickid}',
    async (panel) => {
      const { id } = await panel.createLanding({ name: 'L', url: 'https://a.example/' });
      return (_, options) => panel.updateLanding(id, { version: 1, url: misspelledUrl }, options);
    },
  ],
  [
    'creating an offer',
    'url',
    '{clickid}',
    async () => (panel, options) => panel.createOffer({ name: 'O', url: misspelledUrl }, options),
  ],
  [
    'updating an offer',
    'url',
    '{clickid}',
    async (panel) => {
      const { id } = await panel.createOffer({ name: 'O', url: 'https://a.example/' });
      return (_, options) => panel.updateOffer(id, { version: 1, url: misspelledUrl }, options);
    },
  ],
  [
    'creating a traffic source',
    'postbackUrl',
    '{externalid}',
    async () => (panel, options) =>
      panel.createTrafficSource({ name: 'S', postbackUrl: misspelledPostbackUrl }, options),
  ],
  [
    'saving a postback body',
    'postbackBody',
    '{externalid}',
    async () => (panel, options) =>
      panel.createTrafficSource({ name: 'S', ...postback, postbackBody: '{"a": "{externlid}"}' }, options),
  ],
  [
    'saving a postback header',
    'postbackHeaders.0.value',
    '{externalid}',
    async () => (panel, options) =>
      panel.createTrafficSource(
        { name: 'S', ...postback, postbackHeaders: [{ name: 'x-click', value: '{externlid}' }] },
        options,
      ),
  ],
  [
    'updating a traffic source',
    'postbackUrl',
    '{externalid}',
    async (panel) => {
      const { id } = await panel.createTrafficSource({ name: 'S' });
      return (_, options) =>
        panel.updateTrafficSource(id, { version: 1, postbackUrl: misspelledPostbackUrl }, options);
    },
  ],
  [
    'updating campaign settings',
    'fallbackUrl',
    '{clickid}',
    async (panel) => {
      const { id } = await makeCampaign(panel);
      return (_, options) =>
        panel.updateCampaignSettings(id, { version: 1, fallbackUrl: misspelledUrl }, options);
    },
  ],
  [
    'saving goal rules',
    'rules.0.actions.0.postbackUrl',
    '{externalid}',
    async (panel) => {
      const { id } = await makeCampaign(panel);
      return (_, options) => panel.saveCampaignGoals(id, goals(misspelledPostbackUrl), options);
    },
  ],
  [
    'restoring a version',
    'fallbackUrl',
    '{clickid}',
    async (panel) => {
      const { id } = await makeCampaign(panel);
      const { version } = await panel.updateCampaignSettings(
        id,
        { version: 1, fallbackUrl: misspelledUrl },
        accepted,
      );
      await panel.updateCampaignSettings(id, { version, fallbackUrl: null });
      return (_, options) => panel.putBackCampaignVersion(id, version, { version: version + 1 }, options);
    },
  ],
  [
    'updating workspace settings',
    'fallbackUrl',
    '{clickid}',
    async () => async (panel, options) => {
      const { version } = await panel.getWorkspaceSettings();
      return await panel.updateWorkspaceSettings({ version, fallbackUrl: misspelledUrl }, options);
    },
  ],
];

describe.each(saves)('%s', (_, path, suggestion, prepare) => {
  test('rejects a misspelled macro with a suggestion, and saves it with a warning once accepted', async () => {
    const { panel } = shared;
    const save = await prepare(panel);
    const before = await panel.listAuditLog();
    const failure = await save(panel).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(WaypostApiError);
    expect(failure).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
      message: expect.stringContaining('acceptUnknownMacros=1') as unknown,
      details: {
        issues: [{ path, message: expect.stringContaining(`Did you mean ${suggestion}?`) as unknown }],
        warnings: [{ path, suggestion }],
      },
    });
    expect(await panel.listAuditLog()).toEqual(before);
    const { warnings } = await save(panel, accepted);
    expect(warnings).toContainEqual(expect.objectContaining({ path, suggestion }));
  });
});

/** All operations that return macros, each called after a save with a warning. */
const reads: [name: string, saveAndRead: (panel: WaypostPanelClient) => Promise<{ warnings: object[] }[]>][] =
  [
    [
      'landing page',
      async (panel) => {
        const saved = await panel.createLanding({ name: 'L', url: 'https://a.example/?c={unknownmacro}' });
        return [saved, await panel.getLanding(saved.id)];
      },
    ],
    [
      'offer',
      async (panel) => {
        const saved = await panel.createOffer({ name: 'O', url: 'https://a.example/' });
        return [saved, await panel.getOffer(saved.id)];
      },
    ],
    [
      'traffic source',
      async (panel) => {
        const saved = await panel.createTrafficSource({ name: 'S', postbackUrl: 'https://a.example/' });
        return [saved, await panel.getTrafficSource(saved.id)];
      },
    ],
    [
      'campaign settings',
      async (panel) => {
        const { id } = await makeCampaign(panel);
        const change = { version: 1, postbackUrl: 'https://a.example/' };
        return [await panel.updateCampaignSettings(id, change), await panel.getCampaignSettings(id)];
      },
    ],
    [
      'goal rules',
      async (panel) => {
        const { id } = await makeCampaign(panel);
        return [
          await panel.saveCampaignGoals(id, goals('https://a.example/')),
          await panel.getCampaignGoals(id),
        ];
      },
    ],
    [
      'workspace settings',
      async (panel) => {
        const { version } = await panel.getWorkspaceSettings();
        const change = { version, fallbackUrl: 'https://a.example/?c={unknownmacro}' };
        return [await panel.updateWorkspaceSettings(change), await panel.getWorkspaceSettings()];
      },
    ],
  ];

test.each(reads)('reading %s returns the same warnings as saving', async (_, saveAndRead) => {
  const { panel } = await openPanel();
  const [saved, read] = await saveAndRead(panel);
  expect(saved?.warnings).not.toEqual([]);
  expect(read?.warnings).toEqual(saved?.warnings);
});

test('an accepted macro is reported again but not rejected when another field is updated', async () => {
  const { panel } = shared;
  const { id } = await panel.createLanding({ name: 'L', url: misspelledUrl }, accepted);
  expect(await panel.updateLanding(id, { version: 1, name: 'Other' })).toMatchObject({
    warnings: [{ suggestion: '{clickid}' }],
  });
  expect(await panel.updateLanding(id, { version: 2, url: 'https://a.example/' })).toMatchObject({
    warnings: [],
  });
});

test('an unknown macro without a suggestion is saved with a warning, and the response can be sent back', async () => {
  const { panel } = shared;
  const { id } = await makeCampaign(panel);
  const saved = await panel.saveCampaignGoals(id, goals('https://a.example/?z={zoneid}&c={externalid}'));
  expect(saved.warnings).toMatchObject([{ path: 'rules.0.actions.0.postbackUrl' }]);
  expect(saved.warnings[0]).not.toHaveProperty('suggestion');
  expect(await panel.saveCampaignGoals(id, saved)).toEqual(saved);
  const settings = await panel.updateCampaignSettings(id, { version: 2, attributionDays: 5 });
  expect(await panel.updateCampaignSettings(id, settings)).toEqual(settings);
});

test('an offer without a click ID gets a warning unless its affiliate network adds it', async () => {
  const { panel } = shared;
  const url = 'https://a.example/?aff=7';
  const { id: networkId } = await panel.createAffiliateNetwork({ name: 'N', clickIdParam: 's1' });
  expect((await panel.createOffer({ name: 'O', url })).warnings).toMatchObject([{ path: 'url' }]);
  expect((await panel.createOffer({ name: 'O', url, affiliateNetworkId: networkId })).warnings).toEqual([]);
});

test.each(['{clickid', '[clickid]', '{{clickid}}', '{{clickid}'])(
  'the panel API rejects %s in an offer with a suggestion',
  async (macro) => {
    const saving = shared.panel.createOffer({ name: 'O', url: `https://a.example/?c=${macro}` });
    await expect(saving).rejects.toMatchObject({
      status: 400,
      details: { warnings: [{ path: 'url', suggestion: '{clickid}' }] },
    });
  },
);

describe('the warning list', () => {
  test('includes campaigns that ignore the cost sent by their traffic source', async () => {
    const { panel } = await openPanel();
    const { id, sourceId } = await makeCampaign(panel);
    const costWarnings = async () =>
      (await panel.listWarnings()).items.map((item) => [item.id, item.warnings.map(({ path }) => path)]);
    expect(await costWarnings()).toEqual([]);
    await panel.updateTrafficSource(sourceId, { version: 1, costParam: 'cost', costMacro: '{cost}' });
    expect(await costWarnings()).toEqual([[id, ['cost.mode']]]);
    await panel.updateCampaign(id, { version: 1, cost: { mode: 'auto' } });
    expect(await costWarnings()).toEqual([]);
  });

  test('includes records saved through the public API, and the campaigns that use them', async () => {
    const { context, panel } = await openPanel();
    const [used, unused] = [await makeCampaign(panel), await makeCampaign(panel)];
    const { id: landingId } = await createLanding(context, { name: 'Typo', url: misspelledUrl });
    const { id: overflowId } = await panel.createOffer({ name: 'Overflow', url: 'https://a.example/' });
    const { id: offerId } = await panel.createOffer({
      name: 'Offer',
      url: 'https://a.example/{clickid}',
      caps: [{ limit: 1, per: 'day', counts: 'clicks' }],
      overflowOfferId: overflowId,
    });
    const usersOf = async () =>
      (await panel.listWarnings()).items.map(({ id, campaigns }) => [id, campaigns.map((one) => one.id)]);
    expect(await usersOf()).toEqual([
      [landingId, []],
      [overflowId, []],
    ]);
    const rules = await panel.getRotatorRules(used.rotatorId);
    const paths = rules.paths.map((path) => ({ ...path, landings: [{ landingId }], offers: [{ offerId }] }));
    await panel.saveRotatorRules(used.rotatorId, { ...rules, paths });
    const list = await panel.listWarnings();
    expect(list.meta).toMatchObject({ count: 2, total: 2, nextCursor: null });
    expect(list.items).toMatchObject([
      { type: 'landing', id: landingId, warnings: [{ path: 'url', suggestion: '{clickid}' }] },
      { type: 'offer', id: overflowId, warnings: [{ path: 'url' }] },
    ]);
    expect(await usersOf()).toEqual([
      [landingId, [used.id]],
      [overflowId, [used.id]],
    ]);
    await panel.updateTrafficSource(unused.sourceId, { version: 1, postbackUrl: 'https://a.example/' });
    await panel.updateCampaignSettings(unused.id, { version: 1, postbackUrl: 'https://a.example/' });
    const ofCampaign = await panel.listWarnings({ query: { campaignId: unused.id } });
    expect(ofCampaign.items.map(({ type, id }) => [type, id])).toEqual([
      ['campaign', unused.id],
      ['traffic-source', unused.sourceId],
    ]);
    expect((await panel.listWarnings({ query: { type: 'offer' } })).items).toMatchObject([
      { id: overflowId },
    ]);
    expect((await panel.listWarnings({ query: { q: 'tYpO' } })).items).toMatchObject([{ id: landingId }]);
  });

  test('names all campaigns that inherit an invalid fallback from the workspace', async () => {
    const { context, panel } = await openPanel();
    const [own, inherited] = [await makeCampaign(panel), await makeCampaign(panel)];
    await panel.updateWorkspaceSettings({ version: 1, fallbackUrl: misspelledUrl }, accepted);
    await panel.updateCampaignSettings(own.id, { version: 1, fallbackUrl: 'https://a.example/' });
    expect((await panel.listWarnings()).items).toMatchObject([
      { type: 'workspace', id: context.workspaceId, campaigns: [{ id: inherited.id }] },
    ]);
  });

  test('leaves out archived records and other workspaces', async () => {
    const [one, other] = [await openPanel(), await openPanel()];
    const { id } = await createLanding(one.context, { name: 'L', url: misspelledUrl });
    expect((await other.panel.listWarnings()).items).toEqual([]);
    await one.panel.archiveLanding(id, { version: 1 });
    expect((await one.panel.listWarnings()).items).toEqual([]);
  });
});
