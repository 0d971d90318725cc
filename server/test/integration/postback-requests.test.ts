/** How postbacks are sent is set, kept and put back; values of headers are seen by those who may change them only. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { exportConfiguration } from '../../src/services/configuration/export-configuration.ts';
import { importConfiguration } from '../../src/services/configuration/import-configuration.ts';
import type { Actor, WorkspaceContext } from '../../src/services/context.ts';
import {
  getGoalRules,
  getPublicGoalRules,
  getVersionedGoalRules,
} from '../../src/services/goals/goal-rules.ts';
import { saveGoalRules } from '../../src/services/goals/save-goal-rules.ts';
import { addTrafficSource } from '../../src/services/traffic-sources/create-traffic-source.ts';
import {
  getTrafficSource,
  listTrafficSources,
  updateTrafficSource,
} from '../../src/services/traffic-sources/traffic-sources.ts';
import { putBackVersion } from '../../src/services/versions/put-back-version.ts';
import { getVersion, listVersions } from '../../src/services/versions/versions.ts';
import { listAuditEntries } from '../../src/store/accounts/audit-log.ts';
import { Database } from '../../src/store/database/database.ts';
import { makeCampaign, makeWorkspace } from '../../src/testing/workspaces/factories.ts';

let database: Database;

beforeAll(() => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 4 });
});

afterAll(() => database.close());

const canary = 'canary-5f1d';
const type = { name: 'Content-Type', value: 'application/json' };
const headersOf = (secret: string) => [{ name: 'Access-Token', value: secret }, type];
const hidden = headersOf('********');
const request = (secret: string) => ({
  postbackMethod: 'POST' as const,
  postbackHeaders: headersOf(secret),
  postbackBody: '{"event":"{event}","value":{payout}}',
});
const postbackUrl = 'https://api.example.com/events';

function as(context: WorkspaceContext, role: 'viewer' | 'member'): WorkspaceContext {
  const actor: Actor = { type: 'user', id: '0198c5a2-7b1e-7c3d-9e4f-5a6b7c8d9e0f', label: role, role };
  return { ...context, actor };
}

/** A campaign whose source and action both have a secret, changed once. */
async function makeSecretive(context: WorkspaceContext) {
  const source = await addTrafficSource(context, { name: 'Ads', postbackUrl, ...request(`${canary}-s1`) });
  await updateTrafficSource(context, source.id, { postbackHeaders: headersOf(`${canary}-s2`) });
  const { id } = await makeCampaign(context, { trafficSourceId: source.id });
  const rulesOf = (secret: string) => [
    {
      label: 'All',
      conditions: null,
      actions: [{ idx: 1, label: 'Sale', postbackUrl, ...request(`${canary}-${secret}`) }],
    },
  ];
  await saveGoalRules(context, id, { rules: rulesOf('a1') });
  const { rules } = await getVersionedGoalRules(context, id);
  const changed = rulesOf('a2').map((rule, at) => ({ ...rule, id: rules[at]?.id }));
  await saveGoalRules(context, id, { rules: changed });
  return { campaignId: id, sourceId: source.id };
}

async function* textsFor(context: WorkspaceContext, campaignId: string, sourceId: string) {
  yield await getTrafficSource(as(context, 'viewer'), sourceId);
  yield await listTrafficSources(as(context, 'viewer'), {});
  yield await getVersionedGoalRules(as(context, 'viewer'), campaignId);
  yield await getGoalRules(as(context, 'viewer'), campaignId);
  yield await getPublicGoalRules(context, campaignId);
  const versions = (await listVersions(context, 'campaign', campaignId)).items;
  yield versions;
  for (const { version } of versions)
    yield await getVersion(context, { type: 'campaign', id: campaignId }, String(version));
  yield await database.asSystem((executor) => listAuditEntries(executor, context.workspaceId));
  yield [...(await exportConfiguration(context, { includeArchived: true })).files];
  const stale = await saveGoalRules({ ...context, madeOn: new Map([[campaignId, 1]]) }, campaignId, {
    rules: [],
  }).catch((error: unknown) => error);
  yield { ...(stale as object) };
}

test('who may change them sees the values of headers, and nobody and nothing else does', async () => {
  const context = await makeWorkspace(database);
  const { campaignId, sourceId } = await makeSecretive(context);
  const member = as(context, 'member');
  expect(await getTrafficSource(member, sourceId)).toMatchObject(request(`${canary}-s2`));
  const { rules } = await getVersionedGoalRules(member, campaignId);
  expect(rules[0]?.actions[0]).toMatchObject(request(`${canary}-a2`));
  const shown = await getTrafficSource(as(context, 'viewer'), sourceId);
  expect(shown).toMatchObject({ ...request(''), postbackHeaders: hidden });
  let texts = 0;
  for await (const data of textsFor(context, campaignId, sourceId)) {
    texts += 1;
    expect(JSON.stringify(data)).not.toContain(canary);
  }
  expect(texts).toBeGreaterThan(10);
  const [newest] = (await listVersions(context, 'campaign', campaignId)).items;
  expect(newest?.changes).toEqual([expect.stringContaining('postback headers changed')]);
});

test('a version is put back with the values that it had', async () => {
  const context = await makeWorkspace(database);
  const { campaignId } = await makeSecretive(context);
  await putBackVersion(context, { type: 'campaign', id: campaignId }, '2');
  const { rules } = await getVersionedGoalRules(context, campaignId);
  expect(rules[0]?.actions[0]).toMatchObject(request(`${canary}-a1`));
});

test('an export without secrets changes none where it came from, and is refused where they are not known', async () => {
  const [context, other] = [await makeWorkspace(database), await makeWorkspace(database)];
  const { campaignId, sourceId } = await makeSecretive(context);
  const run = async (to: WorkspaceContext, withSecrets: boolean, change = (text: string) => text) => {
    const { files } = await exportConfiguration(context, { includeArchived: false, withSecrets });
    const bytes = new Map([...files].map(([name, text]) => [name, Buffer.from(change(text))]));
    return await importConfiguration(to, { files: bytes, planOnly: false, prune: false });
  };
  expect((await run(context, false)).changes).toEqual([]);
  expect(await getTrafficSource(context, sourceId)).toMatchObject(request(`${canary}-s2`));
  await expect(run(other, false)).rejects.toThrow(/was left out by the export/);
  // What is changed beside them is changed, and what is told of it has no secret either.
  const { changes } = await run(context, false, (text) => text.replace('"value":{payout}', '"sum":{payout}'));
  expect(changes.map(({ kind }) => kind).toSorted()).toEqual(['campaign', 'traffic source']);
  const replaced = await run(context, true, (text) => text.replaceAll(canary, `${canary}-new`));
  expect(JSON.stringify(replaced)).not.toContain(canary);
  const { rules } = await getVersionedGoalRules(context, campaignId);
  expect(rules[0]?.actions[0]?.postbackHeaders).toEqual(headersOf(`${canary}-new-a2`));
  expect((await run(other, true)).changes.length).toBeGreaterThan(1);
});

test('what cannot be sent is refused at its place, together with what stays as it is', async () => {
  const context = await makeWorkspace(database);
  const { id } = await addTrafficSource(context, { name: 'Ads', postbackUrl });
  const issuesOf = (change: object) =>
    updateTrafficSource(context, id, change).then(
      () => [],
      (error: { details: { issues: { path: string }[] } }) => error.details.issues.map(({ path }) => path),
    );
  expect(await issuesOf({ postbackBody: '{}' })).toEqual(['postbackBody']);
  expect(await issuesOf({ postbackMethod: 'POST', postbackBody: '{"a":{payout}' })).toEqual(['postbackBody']);
  expect(await issuesOf({ postbackMethod: 'POST', postbackBody: '{"a":{payout}}' })).toEqual([]);
  expect(await issuesOf({ postbackHeaders: [{ name: 'content-type', value: 'text/html' }] })).toEqual([
    'postbackHeaders',
  ]);
  expect(await issuesOf({ postbackHeaders: hidden })).toEqual(['postbackHeaders.0.value']);
  expect(await issuesOf({ postbackMethod: null, postbackHeaders: null, postbackBody: null })).toEqual([]);
  const campaign = await makeCampaign(context, { trafficSourceId: id });
  const actions = [{ idx: 1, label: 'x', postbackUrl, postbackMethod: 'POST', postbackBody: '{' }];
  const rules = [{ label: 'All', conditions: null, actions }];
  await expect(saveGoalRules(context, campaign.id, { rules })).rejects.toMatchObject({
    details: { issues: [{ path: 'rules.0.actions.0.postbackBody' }] },
  });
});
