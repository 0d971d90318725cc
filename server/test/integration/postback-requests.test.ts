import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { createOnce } from '../../src/services/accounts/create-once.ts';
import { listAuditLog } from '../../src/services/audit/list-audit-log.ts';
import {
  getCampaignSettings,
  updateCampaignSettings,
} from '../../src/services/campaigns/campaign-settings.ts';
import { exportConfiguration } from '../../src/services/configuration/export-configuration.ts';
import { importConfiguration } from '../../src/services/configuration/import-configuration.ts';
import { makeContext, systemActor, type Actor, type WorkspaceContext } from '../../src/services/context.ts';
import { duplicateCampaign } from '../../src/services/goals/duplicate-campaign.ts';
import {
  getGoalRules,
  getPublicGoalRules,
  getVersionedGoalRules,
} from '../../src/services/goals/goal-rules.ts';
import { saveGoalRules } from '../../src/services/goals/save-goal-rules.ts';
import type { OutboundClient } from '../../src/services/outbound/create-outbound-client.ts';
import { sealHeaders } from '../../src/services/postbacks/seal-headers.ts';
import { sendPostback } from '../../src/services/postbacks/send-postback.ts';
import { addTrafficSource } from '../../src/services/traffic-sources/create-traffic-source.ts';
import {
  getTrafficSource,
  listTrafficSources,
  updateTrafficSource,
} from '../../src/services/traffic-sources/traffic-sources.ts';
import { restoreVersion } from '../../src/services/versions/restore-version.ts';
import { getVersion, listVersions } from '../../src/services/versions/versions.ts';
import { listWarnings } from '../../src/services/warnings/list-warnings.ts';
import { listAuditEntries } from '../../src/store/accounts/audit-log.ts';
import { Database } from '../../src/store/database/database.ts';
import { insertPostbackJobs, type NewPostbackJob } from '../../src/store/postbacks/postback-jobs.ts';
import { claimPostbackJobs, type ClaimedPostback } from '../../src/store/postbacks/postback-queues.ts';
import { testSecrets } from '../../src/testing/http/api-server.ts';
import { makePostbackJob } from '../../src/testing/attribution/postback-jobs.ts';
import { makeCampaign, makeUser, makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { withUnreachableTraffic } from '../../src/testing/traffic/traffic.ts';

let database: Database;

beforeAll(() => {
  database = open(testSecrets.sessionSecret);
});

afterAll(() => database.close());

function open(secret: string | undefined): Database {
  return new Database(inject('postgresUrl'), { connectionsMax: 4, secret });
}

const canary = 'canary-5f1d';
/** Text for URLs and bodies, which are stored unencrypted. */
const textCanary = 'canary-9b2e';
const type = { name: 'Content-Type', value: 'application/json' };
const headersOf = (secret: string) => [{ name: 'Access-Token', value: secret }, type];
const hidden = headersOf('********');
const request = (secret: string) => ({
  postbackMethod: 'POST' as const,
  postbackHeaders: headersOf(secret),
  postbackBody: `{"event":"{event}","access_token":"${textSecretOf(secret)}","value":{payout}}`,
});
const postbackUrl = 'https://api.example.com/events';
const textSecretOf = (secret: string) => secret.replace(canary, textCanary);
const urlOf = (secret: string) =>
  `https://api.example.com/events?id={externalid}&key=${textSecretOf(secret)}`;

function asRole(context: WorkspaceContext, role: 'viewer' | 'member'): WorkspaceContext {
  const actor: Actor = { type: 'user', id: '0198c5a2-7b1e-7c3d-9e4f-5a6b7c8d9e0f', label: role, role };
  return { ...context, actor };
}

const readKey = {
  type: 'key',
  id: '0198c5a2-7b1e-7c3d-9e4f-5a6b7c8d9e10',
  label: 'key',
  scope: 'read',
} as const;

async function makeCampaignWithSecrets(context: WorkspaceContext) {
  const source = await addTrafficSource(context, {
    name: 'Ads',
    postbackUrl: urlOf(`${canary}-s1`),
    ...request(`${canary}-s1`),
  });
  const { postbackHeaders, postbackBody } = request(`${canary}-s2`);
  const changedUrl = { postbackUrl: urlOf(`${canary}-s2`) };
  await updateTrafficSource(context, source.id, { postbackHeaders, postbackBody, ...changedUrl });
  const { id } = await makeCampaign(context, { trafficSourceId: source.id });
  const rulesOf = (secret: string) => [
    {
      label: 'All',
      conditions: null,
      actions: [
        {
          idx: 1,
          label: 'Sale',
          postbackUrl: urlOf(`${canary}-${secret}`),
          ...request(`${canary}-${secret}`),
        },
      ],
    },
  ];
  await saveGoalRules(context, id, { rules: rulesOf('a1') });
  const { rules } = await getVersionedGoalRules(context, id);
  const databaseWithOtherKey = rulesOf('a2').map((rule, at) => ({ ...rule, id: rules[at]?.id }));
  await saveGoalRules(context, id, { rules: databaseWithOtherKey });
  return { campaignId: id, sourceId: source.id };
}

async function* readEverything(context: WorkspaceContext, campaignId: string, sourceId: string) {
  yield await getTrafficSource(asRole(context, 'viewer'), sourceId);
  yield await listTrafficSources(withUnreachableTraffic(asRole(context, 'viewer')), {});
  yield await getVersionedGoalRules(asRole(context, 'viewer'), campaignId);
  yield await getGoalRules(asRole(context, 'viewer'), campaignId);
  yield await getPublicGoalRules({ ...context, actor: readKey }, campaignId);
  yield await getCampaignSettings(asRole(context, 'viewer'), campaignId);
  const versions = (await listVersions(context, 'campaign', campaignId)).items;
  yield versions;
  for (const { version } of versions)
    yield await getVersion(context, { type: 'campaign', id: campaignId }, String(version));
  for (const { version } of (await listVersions(context, 'traffic-source', sourceId)).items)
    yield await getVersion(context, { type: 'traffic-source', id: sourceId }, String(version));
  yield await database.asSystem((executor) => listAuditEntries(executor, context.workspaceId));
  yield [...(await exportConfiguration(context, { includeArchived: true })).files];
  const stale = await saveGoalRules(
    { ...context, expectedVersions: new Map([[campaignId, 1]]) },
    campaignId,
    {
      rules: [],
    },
  ).catch((error: unknown) => error);
  yield { ...(stale as object) };
}

test('postback secrets are visible only to members who may change them', async () => {
  const context = await makeWorkspace(database);
  const { campaignId, sourceId } = await makeCampaignWithSecrets(context);
  const [newest] = (await listVersions(context, 'campaign', campaignId)).items;
  expect(newest?.changes).toContainEqual(expect.stringContaining('postback headers changed'));
  await updateCampaignSettings(context, campaignId, { postbackUrl: urlOf(`${canary}-c1`) });
  const member = asRole(context, 'member');
  expect(await getTrafficSource(member, sourceId)).toMatchObject(request(`${canary}-s2`));
  const { rules } = await getVersionedGoalRules(member, campaignId);
  expect(rules[0]?.actions[0]).toMatchObject(request(`${canary}-a2`));
  const masked = await getTrafficSource(asRole(context, 'viewer'), sourceId);
  expect(masked).toMatchObject({ ...request('********'), postbackUrl: urlOf('********') });
  expect(
    await getPublicGoalRules({ ...context, actor: { ...readKey, scope: 'write' } }, campaignId),
  ).toMatchObject({
    rules: [{ actions: [{ postbackUrl: urlOf(`${canary}-a2`) }] }],
  });
  let documents = 0;
  for await (const data of readEverything(context, campaignId, sourceId)) {
    documents += 1;
    expect(JSON.stringify(data)).not.toMatch(/canary/);
  }
  expect(documents).toBeGreaterThan(10);
});

test('searching does not reveal secrets in postback URLs', async () => {
  const context = await makeWorkspace(database);
  const { sourceId } = await makeCampaignWithSecrets(context);
  const found = async (q: string) =>
    (await listTrafficSources(withUnreachableTraffic(asRole(context, 'viewer')), { q })).items.length;
  expect(await found('Ads')).toBe(1);
  expect(await found('api.example')).toBe(1);
  expect(await found(textCanary)).toBe(0);
  expect(await found('key=')).toBe(0);
  expect(await getTrafficSource(context, sourceId)).toMatchObject({ postbackUrl: urlOf(`${canary}-s2`) });
});

test('existing audit log entries with a secret are masked', async () => {
  const context = await makeWorkspace(database);
  await database.inWorkspace(context.workspaceId, (executor) =>
    sql`INSERT INTO audit_log (id, workspace_id, actor_type, actor_label, action, subject_id, changes)
      VALUES (gen_random_uuid(), ${context.workspaceId}, 'operator', 'test', 'traffic-source.update', gen_random_uuid(),
        ${JSON.stringify([{ field: 'postbackUrl', before: null, after: urlOf(canary) }])})`.execute(executor),
  );
  const { items } = await listAuditLog(context, { action: 'traffic-source.update' });
  expect(items[0]?.changes).toEqual([{ field: 'postbackUrl', before: null, after: urlOf('********') }]);
});

test('masked values are rejected instead of overwriting the secret', async () => {
  const context = await makeWorkspace(database);
  const { campaignId, sourceId } = await makeCampaignWithSecrets(context);
  const hiddenUrl = { postbackUrl: urlOf('********') };
  const message = 'must contain the actual value instead of ********';
  await expect(updateTrafficSource(context, sourceId, hiddenUrl)).rejects.toThrow(message);
  await expect(updateTrafficSource(context, sourceId, request('********'))).rejects.toThrow(message);
  await expect(updateCampaignSettings(context, campaignId, hiddenUrl)).rejects.toThrow(message);
  const rules = [{ label: 'A', conditions: null, actions: [{ idx: 1, label: 'S', ...hiddenUrl }] }];
  await expect(saveGoalRules(context, campaignId, { rules })).rejects.toThrow(message);
});

test('restoring a version restores its postback headers', async () => {
  const context = await makeWorkspace(database);
  const { campaignId } = await makeCampaignWithSecrets(context);
  await restoreVersion(context, { type: 'campaign', id: campaignId }, '2');
  const { rules } = await getVersionedGoalRules(context, campaignId);
  expect(rules[0]?.actions[0]).toMatchObject(request(`${canary}-a1`));
});

test('an export without secrets changes nothing when imported in the same workspace and is rejected elsewhere', async () => {
  const [context, other] = [await makeWorkspace(database), await makeWorkspace(database)];
  const { campaignId, sourceId } = await makeCampaignWithSecrets(context);
  const run = async (to: WorkspaceContext, withSecrets: boolean, change = (text: string) => text) => {
    const { files } = await exportConfiguration(context, { includeArchived: false, withSecrets });
    const bytes = new Map([...files].map(([name, text]) => [name, Buffer.from(change(text))]));
    return await importConfiguration(to, { files: bytes, planOnly: false, prune: false });
  };
  expect((await run(context, false)).changes).toEqual([]);
  expect(await getTrafficSource(context, sourceId)).toMatchObject(request(`${canary}-s2`));
  await expect(run(other, false)).rejects.toThrow(/was hidden by the export/);
  // Other changes are applied, and the list of changes contains no secrets.
  const { changes } = await run(context, false, (text) => text.replace('"value":{payout}', '"sum":{payout}'));
  expect(changes.map(({ kind }) => kind).toSorted()).toEqual(['campaign', 'traffic source']);
  const replaced = await run(context, true, (text) => text.replaceAll(canary, `${canary}-new`));
  expect(JSON.stringify(replaced)).not.toContain(canary);
  const { rules } = await getVersionedGoalRules(context, campaignId);
  expect(rules[0]?.actions[0]?.postbackHeaders).toEqual(headersOf(`${canary}-new-a2`));
  expect((await run(other, true)).changes.length).toBeGreaterThan(1);
});

test('invalid postback settings are rejected, including those that conflict with unchanged fields', async () => {
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

/** Returns all rows of a workspace as text, by table, as a database dump contains them. */
async function dump({ workspaceId }: WorkspaceContext): Promise<Map<string, string>> {
  return await database.asSystem(async (executor) => {
    const { rows: tables } = await sql<{ name: string }>`
      SELECT table_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name = 'workspace_id'`.execute(executor);
    const documents = new Map<string, string>();
    for (const { name } of tables) {
      const { rows } = await sql<{ text: string }>`
        SELECT stored::text AS text FROM ${sql.table(name)} AS stored WHERE workspace_id = ${workspaceId}`.execute(
        executor,
      );
      documents.set(name, rows.map(({ text }) => text).join('\n'));
    }
    return documents;
  });
}

const tablesWithHeaders = [
  'goal_actions',
  'kept_answers',
  'postback_jobs',
  'record_versions',
  'traffic_sources',
];

function tablesWith(documents: Map<string, string>, part: string): string[] {
  return [...documents].flatMap(([name, text]) => (text.includes(part) ? [name] : [])).toSorted();
}

async function storeHeadersEverywhere(context: WorkspaceContext) {
  const created = await makeCampaignWithSecrets(context);
  const job = makePostbackJob({
    workspaceId: context.workspaceId,
    campaignId: created.campaignId,
    url: postbackUrl,
    headers: headersOf(`${canary}-job`),
  });
  await database.asSystem((executor) => insertPostbackJobs(executor, [job]));
  const { id } = await makeUser(context);
  const actor = { type: 'user' as const, id, label: 'member', role: 'member' as const };
  const input = { name: 'Once', postbackUrl, ...request(`${canary}-once`) };
  const create = async () =>
    await createOnce(
      { ...context, actor },
      {
        key: 'once',
        request: input,
        isSecret: false,
        isApart: false,
        run: async (within) => await getTrafficSource(within, (await addTrafficSource(within, input)).id),
      },
    );
  await create();
  return { ...created, job, create };
}

async function claimOne(from: Database, { workspaceId, origin }: NewPostbackJob) {
  const now = new Date(Date.now() + 1_000);
  const claim = { claim: newId(), now, leaseUntil: now };
  const claims = [{ workspaceId, origin, count: 1 }];
  const [claimed] = await from.asSystem((executor) => claimPostbackJobs(executor, claims, claim));
  return claimed;
}

test('header values are encrypted in every table', async () => {
  const context = await makeWorkspace(database);
  const { campaignId, job, create } = await storeHeadersEverywhere(context);
  await duplicateCampaign(context, campaignId, { name: 'Twin', rotator: 'share', status: 'active' });
  await restoreVersion(context, { type: 'campaign', id: campaignId }, '2');
  const documents = await dump(context);
  expect(tablesWith(documents, 'Access-Token')).toEqual(expect.arrayContaining(tablesWithHeaders));
  expect(tablesWith(documents, canary)).toEqual([]);
  expect(await create()).toMatchObject(request(`${canary}-once`));
  expect((await claimOne(database, job))?.headers).toEqual(headersOf(`${canary}-job`));
});

test('header values that an earlier version stored as plain text are encrypted and remain readable', async () => {
  const context = await makeWorkspace(database);
  const { campaignId, sourceId, job } = await storeHeadersEverywhere(context);
  const unencrypted = JSON.stringify(headersOf(`${canary}-old`));
  await database.asSystem(async (executor) => {
    const own = sql`WHERE workspace_id = ${context.workspaceId}`;
    await sql`UPDATE traffic_sources SET postback_headers = ${unencrypted} ${own}`.execute(executor);
    await sql`UPDATE goal_actions SET postback_headers = ${unencrypted} ${own}`.execute(executor);
    await sql`UPDATE postback_jobs SET headers = ${unencrypted} ${own}`.execute(executor);
    await sql`
      UPDATE record_versions SET content = jsonb_set(content, '{goals,0,actions,0,postbackHeaders}', ${unencrypted})
      ${own} AND content @? '$.goals[0].actions[0]'`.execute(executor);
  });
  const unencryptedTables = tablesWithHeaders.filter((name) => name !== 'kept_answers');
  expect(tablesWith(await dump(context), canary)).toEqual(unencryptedTables);
  // Without the encryption key, values cannot be encrypted and stay hidden from readers.
  const keyless = open(undefined);
  expect(await sealHeaders(makeContext(keyless, systemActor('test')))).toBe(0);
  const withoutKey = await getTrafficSource({ ...context, database: keyless }, sourceId);
  await keyless.close();
  expect(withoutKey.postbackHeaders).toEqual(hidden);
  expect(await sealHeaders(makeContext(database, systemActor('test')))).toBeGreaterThan(3);
  expect(tablesWith(await dump(context), canary)).toEqual([]);
  const expected = headersOf(`${canary}-old`);
  expect((await getTrafficSource(context, sourceId)).postbackHeaders).toEqual(expected);
  await restoreVersion(context, { type: 'campaign', id: campaignId }, '2');
  const { rules } = await getVersionedGoalRules(context, campaignId);
  expect(rules[0]?.actions[0]?.postbackHeaders).toEqual(expected);
  expect((await claimOne(database, job))?.headers).toEqual(expected);
});

test('header values encrypted with a different key are neither shown nor sent nor saved, and importing an export restores them', async () => {
  const context = await makeWorkspace(database);
  const { campaignId, sourceId, job } = await storeHeadersEverywhere(context);
  const { files } = await exportConfiguration(context, { includeArchived: false, withSecrets: true });
  const databaseWithOtherKey = open('another secret');
  const other = { ...context, database: databaseWithOtherKey };
  const source = await getTrafficSource(other, sourceId);
  expect(source.postbackHeaders).toEqual(hidden);
  await expect(updateTrafficSource(other, sourceId, { name: 'Other' })).rejects.toMatchObject({
    details: { issues: [{ path: 'postbackHeaders.0.value' }] },
  });
  const { items } = await listWarnings(other, {});
  expect(JSON.stringify(items)).toContain('cannot be decrypted with this server’s key');
  const claimed = await claimOne(databaseWithOtherKey, job);
  const client = { send: () => Promise.reject(new Error('request was sent')), close: () => undefined };
  const sending = { nowMs: 0, signal: AbortSignal.timeout(1_000) };
  const sent = await sendPostback(client as unknown as OutboundClient, claimed as ClaimedPostback, sending);
  expect(sent).toMatchObject({ status: null, error: 'sealed_header' });
  const bytes = new Map([...files].map(([name, text]) => [name, Buffer.from(text)]));
  await importConfiguration(other, { files: bytes, planOnly: false, prune: false });
  expect(await getTrafficSource(other, sourceId)).toMatchObject(request(`${canary}-s2`));
  const { rules } = await getVersionedGoalRules(other, campaignId);
  expect(rules[0]?.actions[0]).toMatchObject(request(`${canary}-a2`));
  // The campaign's versions are encrypted with the previous key.
  await expect(restoreVersion(other, { type: 'campaign', id: campaignId }, '2')).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
  });
  await databaseWithOtherKey.close();
});

test('a value encrypted for one workspace cannot be decrypted in another', async () => {
  const [context, otherWorkspace] = [await makeWorkspace(database), await makeWorkspace(database)];
  const { sourceId } = await makeCampaignWithSecrets(context);
  const { id } = await addTrafficSource(otherWorkspace, { name: 'Ads', postbackUrl });
  await database.asSystem((executor) =>
    sql`UPDATE traffic_sources SET postback_headers = source.postback_headers
      FROM traffic_sources AS source WHERE source.id = ${sourceId} AND traffic_sources.id = ${id}`.execute(
      executor,
    ),
  );
  expect((await getTrafficSource(otherWorkspace, id)).postbackHeaders).toEqual(hidden);
});
