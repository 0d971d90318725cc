import { sourceTemplates } from '@waypost/contract/campaigns/source-template-table.ts';
import { buildSourceOfTemplate } from '@waypost/contract/campaigns/source-templates.ts';
import { trafficSource as sourceShape } from '@waypost/contract/campaigns/traffic-sources.ts';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import type { WaypostError } from '../../src/platform/errors.ts';
import type { WorkspaceContext } from '../../src/services/context.ts';
import {
  addSourceFromTemplate,
  addTrafficSource,
  createTrafficSource,
} from '../../src/services/traffic-sources/create-traffic-source.ts';
import {
  archiveTrafficSource,
  getTrafficSource,
  listTrafficSources,
  updateTrafficSource,
} from '../../src/services/traffic-sources/traffic-sources.ts';
import { Database } from '../../src/store/database/database.ts';
import { testSecrets } from '../../src/testing/http/api-server.ts';
import { makeCampaign, makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { countRequests, listActions, listByCreation } from '../../src/testing/workspaces/records.ts';
import { withUnreachableTraffic } from '../../src/testing/traffic/traffic.ts';

let database: Database;

beforeAll(() => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 8, secret: testSecrets.sessionSecret });
});

afterAll(() => database.close());

const full = {
  name: 'Source',
  clickIdParam: 'cid',
  costParam: 'bid',
  postbackUrl: 'https://source.example/postback?c={externalid}',
  clickIdMacro: '{click}',
  costMacro: '{cost}',
};
const tokens = [
  { index: 2, param: 'zone', name: 'Zone', macro: '{zoneid}' },
  { index: 1, param: 'banner', name: 'Banner', macro: null },
];

async function makeSource(context: WorkspaceContext, input: object = {}): Promise<string> {
  return (await createTrafficSource(context, { name: 'Source', ...input })).id;
}

test('a traffic source is returned as it was created, without tokens', async () => {
  const context = await makeWorkspace(database, () => new Date('2026-01-02T03:04:05.678Z'));
  const id = await makeSource(context, full);
  expect(sourceShape.parse(await getTrafficSource(context, id))).toEqual({
    id,
    ...full,
    currency: null,
    tokens: [],
    postbackMethod: 'GET',
    postbackHeaders: [],
    postbackBody: null,
    postbackSuccessText: null,
    version: 1,
    status: 'active',
    createdAt: '2026-01-02T03:04:05.678Z',
  });
});

test('tokens are rejected when a traffic source is created', async () => {
  const context = await makeWorkspace(database);
  await expect(createTrafficSource(context, { ...full, tokens })).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    details: { issues: [{ path: 'tokens', message: 'unknown field' }] },
  });
});

test('an update replaces the given fields and the whole token list, and keeps all other fields', async () => {
  const context = await makeWorkspace(database);
  const id = await makeSource(context, full);
  await updateTrafficSource(context, id, { tokens, name: 'Other', costParam: '' });
  expect(await getTrafficSource(context, id)).toMatchObject({
    ...full,
    tokens,
    name: 'Other',
    costParam: null,
  });
  const [zone] = tokens;
  await updateTrafficSource(context, id, { tokens: [zone], currency: 'jpy' });
  expect(await getTrafficSource(context, id)).toMatchObject({ tokens: [zone], currency: 'JPY' });
  await updateTrafficSource(context, id, { tokens: null, postbackUrl: null });
  expect(await getTrafficSource(context, id)).toMatchObject({ tokens: [], postbackUrl: null });
  await updateTrafficSource(context, id, { postbackUrl: '' });
  expect(await getTrafficSource(context, id)).toMatchObject({ postbackUrl: null });
});

test('every template creates a valid traffic source, with a postback once the account values are given', async () => {
  const context = await makeWorkspace(database);
  for (const template of sourceTemplates) {
    const own = (template.postback?.own ?? []).map(({ placeholder }) => [placeholder, 'a b"7'] as const);
    for (const accountValues of [{}, Object.fromEntries(own)]) {
      const source = buildSourceOfTemplate(template, accountValues);
      const { id } = await addTrafficSource(context, source);
      expect(await getTrafficSource(context, id)).toMatchObject({ ...source, id });
    }
  }
});

test('a template is rejected if it or one of the values is unknown', async () => {
  const context = await makeWorkspace(database);
  const template = sourceTemplates.find(({ postback }) => postback?.own.length === 1);
  const plain = sourceTemplates.find(({ postback }) => (postback?.own ?? []).length === 0);
  const [own] = template?.postback?.own ?? [];
  const issuesOf = (id: string | undefined, values: Record<string, string>) =>
    addSourceFromTemplate(context, { id: id ?? '', values }).then(
      () => [],
      (error: WaypostError) => error.details['issues'],
    );
  expect(await issuesOf('unknown', {})).toEqual([{ path: 'id', message: expect.any(String) }]);
  expect(await issuesOf(template?.id, { other: 'x' })).toEqual([
    { path: 'values.other', message: expect.stringContaining(own?.placeholder ?? '?') },
  ]);
  expect(await issuesOf(plain?.id, { other: 'x' })).toEqual([
    { path: 'values.other', message: expect.stringContaining('none') },
  ]);
  expect(await issuesOf(template?.id, { [own?.placeholder ?? '']: 'x' })).toEqual([]);
});

test('tokens that were saved before macros existed have no macro', async () => {
  const context = await makeWorkspace(database);
  const id = await makeSource(context);
  const savedTokens = [{ index: 1, param: 'zone', name: 'Zone' }];
  await database.inWorkspace(context.workspaceId, (executor) =>
    executor
      .updateTable('traffic_sources')
      .set({ tokens: JSON.stringify(savedTokens) })
      .where('id', '=', id)
      .execute(),
  );
  const read = await getTrafficSource(context, id);
  expect(read.tokens).toEqual([{ ...savedTokens[0], macro: null }]);
  const { version: _, ...content } = read;
  await updateTrafficSource(context, id, content);
  expect(await listActions(context, id)).toEqual(['traffic-source.create']);
});

test.each([
  'http://127.0.0.1/',
  'http://localhost/',
  'http://169.254.169.254/latest',
  'http://[::1]/',
  'ftp://source.example/',
  'https://user@source.example/',
])('the postback URL %s is rejected on create and on update', async (postbackUrl) => {
  const context = await makeWorkspace(database);
  const id = await makeSource(context, full);
  const createError: unknown = await createTrafficSource(context, { ...full, postbackUrl }).catch(
    (error) => error,
  );
  expect(createError).toMatchObject({
    code: 'VALIDATION_FAILED',
    details: { issues: [{ path: 'postbackUrl' }] },
  });
  const updateError: unknown = await updateTrafficSource(context, id, { postbackUrl }).catch(
    (error) => error,
  );
  expect(updateError).toEqual(createError);
  expect((await getTrafficSource(context, id)).postbackUrl).toBe(full.postbackUrl);
});

test('the list filters by text, IDs and status', async () => {
  const context = await makeWorkspace(database);
  const [first, second] = [await makeSource(context, { name: 'First' }), await makeSource(context)];
  const archived = await makeSource(context, { name: 'first too' });
  await archiveTrafficSource(context, archived);
  await makeSource(await makeWorkspace(database), { name: 'First' });
  const list = async (filter: object) =>
    (await listByCreation(listTrafficSources(withUnreachableTraffic(context), filter))).map(
      (source) => source.id,
    );
  expect(await list({})).toEqual([first, second]);
  expect(await list({ q: 'FIRST' })).toEqual([first]);
  expect(await list({ q: 'FIRST', archived: 'all' })).toEqual([first, archived]);
  expect(await list({ ids: second })).toEqual([second]);
});

test('an archived traffic source cannot be updated, and an update cannot change the status', async () => {
  const context = await makeWorkspace(database);
  const id = await makeSource(context);
  await expect(updateTrafficSource(context, id, { status: 'archived' })).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
  });
  await archiveTrafficSource(context, id);
  await expect(updateTrafficSource(context, id, { name: 'Other' })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'The traffic source is archived. Restore it first.',
  });
});

test('traffic sources in another workspace are not found', async () => {
  const [context, foreign] = [await makeWorkspace(database), await makeWorkspace(database)];
  const theirs = await makeSource(foreign);
  for (const id of [theirs, newId(), 'nonsense']) {
    const notFound = { code: 'NOT_FOUND', message: 'Traffic source not found' };
    await expect(getTrafficSource(context, id)).rejects.toMatchObject(notFound);
    await expect(updateTrafficSource(context, id, { name: 'Mine' })).rejects.toMatchObject(notFound);
  }
  expect((await getTrafficSource(foreign, theirs)).name).toBe('Source');
});

test('API keys cannot read traffic sources, and read-only keys cannot update them', async () => {
  const workspace = await makeWorkspace(database);
  const id = await makeSource(workspace);
  const withKey = (scope: 'read' | 'write'): WorkspaceContext => ({
    ...workspace,
    actor: { type: 'key', id: newId(), label: 'key', scope },
  });
  const attempts = [
    getTrafficSource(withKey('write'), id),
    listByCreation(listTrafficSources(withUnreachableTraffic(withKey('write')), {})),
    updateTrafficSource(withKey('read'), id, { name: 'Other' }),
  ];
  for (const attempt of attempts) await expect(attempt).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test("an update republishes the source's campaigns and is logged, unless nothing changed", async () => {
  const context = await makeWorkspace(database);
  const id = await makeSource(context, full);
  const campaign = await makeCampaign(context, { trafficSourceId: id });
  const other = await makeCampaign(context);
  const before = await countRequests(context, campaign.id);
  await updateTrafficSource(context, id, { tokens });
  await updateTrafficSource(context, id, { tokens });
  const { version: _, ...read } = await getTrafficSource(context, id);
  await updateTrafficSource(context, id, read);
  await updateTrafficSource(context, id, {});
  expect(await countRequests(context, campaign.id)).toBe(before + 1);
  expect(await countRequests(context, other.id)).toBe(before);
  expect(await listActions(context, id)).toEqual(['traffic-source.create', 'traffic-source.update']);
});

test('a traffic source is created together with its tokens or not at all', async () => {
  const context = await makeWorkspace(database);
  const zones = [{ index: 1, param: 'zone', name: 'Zone' }];
  const { id } = await addTrafficSource(context, { name: 'With tokens', tokens: zones });
  expect(await getTrafficSource(context, id)).toMatchObject({ name: 'With tokens', tokens: zones });
  const { id: withoutTokens } = await addTrafficSource(context, { name: 'Bare', tokens: null });
  expect(await getTrafficSource(context, withoutTokens)).toMatchObject({ tokens: [] });
  await expect(
    addTrafficSource(context, { name: 'Broken', tokens: [...zones, ...zones] }),
  ).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
});
