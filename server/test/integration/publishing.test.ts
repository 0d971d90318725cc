import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { DueWork } from '../../src/jobs/due-work.ts';
import { Publisher } from '../../src/jobs/publisher.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { pollUntil } from '../../src/testing/poll-until.ts';
import {
  archiveCampaign,
  archiveCampaigns,
  switchCampaign,
} from '../../src/services/campaigns/archive-campaigns.ts';
import { rotateCampaignKey } from '../../src/services/campaigns/campaign-links.ts';
import { updateCampaignSettings } from '../../src/services/campaigns/campaign-settings.ts';
import { getCampaign, getPanelCampaign } from '../../src/services/campaigns/campaigns.ts';
import { restoreCampaigns } from '../../src/services/campaigns/restore-campaigns.ts';
import { updateCampaign } from '../../src/services/campaigns/update-campaign.ts';
import type { ServiceContext, WorkspaceContext } from '../../src/services/context.ts';
import { saveGoalRules } from '../../src/services/goals/save-goal-rules.ts';
import { createLanding, updateLanding } from '../../src/services/landings/landings.ts';
import { getPublication } from '../../src/services/publishing/publication.ts';
import { publishWaiting } from '../../src/services/publishing/publish-campaigns.ts';
import { readServedChanges } from '../../src/services/publishing/read-served.ts';
import { getRotatorRules } from '../../src/services/rotators/rotator-rules.ts';
import { updateRotatorSettings } from '../../src/services/rotators/rotator-settings.ts';
import { saveRotatorRules } from '../../src/services/rotators/save-rotator-rules.ts';
import { updateTrafficSource } from '../../src/services/traffic-sources/traffic-sources.ts';
import { restoreVersion } from '../../src/services/versions/restore-version.ts';
import {
  getWorkspaceSettings,
  updateWorkspaceSettings,
} from '../../src/services/workspaces/workspace-settings.ts';
import { migratePostgresSchema } from '../../src/start/migrate.ts';
import { Database } from '../../src/store/database/database.ts';
import { listPublicationStates } from '../../src/store/publishing/publications.ts';
import { requestPublishing } from '../../src/store/publishing/publish-requests.ts';
import { lockCampaigns } from '../../src/store/records/campaigns.ts';
import { FakeEdge } from '../../src/testing/edge/fake-edge.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { rounds } from '../../src/testing/rounds.ts';
import { makeCampaign, makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { makeDatabase } from '../../src/testing/workspaces/fresh-database.ts';

let database: Database;
let url: string;
let worker: ServiceContext;
const edges: FakeEdge[] = [];

// Uses a separate database because the queue and the list of live edges are shared by the whole installation.
beforeAll(async () => {
  url = await makeDatabase();
  await migratePostgresSchema(url);
  database = new Database(url, { connectionsMax: 8 });
  worker = { database, actor: { type: 'system', label: 'worker' }, now: () => new Date() };
});

afterAll(() => database.close());

afterEach(async () => {
  for (const edge of edges.splice(0)) await edge.signOff();
});

function newEdge(): FakeEdge {
  const edge = new FakeEdge(database);
  edges.push(edge);
  return edge;
}

async function publishAll(): Promise<void> {
  while ((await publishWaiting(worker)).compiled > 0);
}

async function stateOf(context: WorkspaceContext, id: string) {
  const [state] = await database.inWorkspace(context.workspaceId, (executor) =>
    listPublicationStates(executor, context.workspaceId, [id]),
  );
  return state;
}

async function countVersions(context: WorkspaceContext, id: string): Promise<number> {
  const { rows } = await database.inWorkspace(context.workspaceId, (executor) =>
    sql<{ n: number }>`SELECT count(*)::int AS n FROM campaign_versions WHERE campaign_id = ${id}`.execute(
      executor,
    ),
  );
  return rows[0]?.n ?? 0;
}

test('a new campaign is queued, compiled once and served by an edge in full', async () => {
  const context = await makeWorkspace(database);
  const { id, trafficSourceId, rotatorId } = await makeCampaign(context);
  const edge = newEdge();
  expect(await stateOf(context, id)).toMatchObject({ isWaiting: true, version: null });
  await edge.apply();
  expect(edge.served.has(id)).toBe(false);
  await publishAll();
  expect(await stateOf(context, id)).toMatchObject({ isWaiting: false, version: 1, failure: null });
  await edge.apply();
  expect(edge.served.get(id)).toMatchObject({
    version: 1,
    document: {
      format: 1,
      workspaceId: context.workspaceId,
      timezone: 'Europe/Berlin',
      visitors: 'cookie',
      retention: { visitDays: 400, eventDays: 400, postbackDays: 90 },
      campaign: { id, number: expect.any(Number), name: 'Campaign', status: 'active', host: null },
      maxCostPerVisit: '100',
      source: { id: trafficSourceId, name: 'Source', costRate: '1', tokens: [] },
      rotator: { id: rotatorId, version: 1 },
      rules: [],
      paths: [{ name: 'Default', landings: { total: 0, items: [] }, offers: { total: 0, items: [] } }],
    },
  });
});

test("a traffic source's currency is published as a rate, and again when rates change", async () => {
  const context = await makeWorkspace(database);
  const { id, trafficSourceId } = await makeCampaign(context);
  const edge = newEdge();
  const publish = async () => {
    await publishAll();
    await edge.apply();
    const document = edge.served.get(id)?.document;
    return [document?.source.costRate, document?.maxCostPerVisit];
  };
  const { currency } = await getWorkspaceSettings(context);
  await updateTrafficSource(context, trafficSourceId, { currency: 'JPY' });
  expect(await publish()).toEqual([null, '100']);
  await updateWorkspaceSettings(context, { rates: { JPY: '0.0067' }, maxCostPerVisit: 0.25 });
  expect(await publish()).toEqual(['0.0067', '0.25']);
  await updateTrafficSource(context, trafficSourceId, { currency });
  expect(await publish()).toEqual(['1', '0.25']);
});

test("changes to a workspace's visitor settings are published", async () => {
  const context = await makeWorkspace(database);
  const { id } = await makeCampaign(context);
  await publishAll();
  await updateWorkspaceSettings(context, { visitors: 'cookieless' });
  await updateWorkspaceSettings(context, { retention: { visitDays: 30 } });
  await publishAll();
  const edge = newEdge();
  await edge.apply();
  expect(edge.served.get(id)).toMatchObject({
    version: 2,
    document: { visitors: 'cookieless', retention: { visitDays: 30, eventDays: 400, postbackDays: 90 } },
  });
});

test('edges receive each document as JSON text with all characters intact', async () => {
  const context = await makeWorkspace(database);
  const { id } = await makeCampaign(context, { name: 'Ünïcode "quoted" \\ 🙂' });
  await publishAll();
  const changes = [];
  for await (const page of readServedChanges(worker, '0')) changes.push(...page.changes);
  const { document } = changes.find(({ campaignId }) => campaignId === id) ?? {};
  expect(typeof document).toBe('string');
  expect(JSON.parse(document ?? '')).toMatchObject({ campaign: { id, name: 'Ünïcode "quoted" \\ 🙂' } });
});

test('a change publishes a new version, and an update without a change does not', async () => {
  const context = await makeWorkspace(database);
  const { id } = await makeCampaign(context);
  expect(await updateCampaign(context, id, {})).toMatchObject({ publish: { status: 'published' } });
  expect(await stateOf(context, id)).toMatchObject({ isWaiting: false, version: 1 });
  await updateCampaign(context, id, {});
  await updateCampaign(context, id, { name: 'Campaign' });
  expect(await countVersions(context, id)).toBe(1);
  await updateCampaign(context, id, { name: 'Two', status: 'paused' });
  await updateCampaign(context, id, { name: 'Three' });
  expect(await stateOf(context, id)).toMatchObject({ version: 3 });
  await publishAll();
  const edge = newEdge();
  await edge.apply();
  expect(edge.served.get(id)).toMatchObject({
    version: 3,
    document: { campaign: { name: 'Three', status: 'paused' } },
  });
});

test('the served document contains the campaign version, whichever change created it', async () => {
  const context = await makeWorkspace(database);
  const { id, rotatorId } = await makeCampaign(context);
  const edge = newEdge();
  const compare = async () => {
    await publishAll();
    await edge.apply();
    const { version } = await getPanelCampaign(context, id);
    expect(edge.served.get(id)?.document.campaign.version).toBe(version);
    expect((await getPublication(context, id)).version).toBe(version);
    return version;
  };
  expect(await compare()).toBe(1);
  await updateCampaign(context, id, { name: 'Two' });
  expect(await compare()).toBe(2);
  await updateCampaignSettings(context, id, { attributionDays: 5 });
  expect(await compare()).toBe(3);
  const goal = { label: 'Sale', conditions: null, actions: [{ idx: 1, label: 'Sale' }] };
  await saveGoalRules(context, id, { rules: [goal] });
  expect(await compare()).toBe(4);
  await rotateCampaignKey(context, id);
  expect(await compare()).toBe(5);
  await switchCampaign(context, id, 'paused');
  expect(await compare()).toBe(6);
  await restoreVersion(context, { type: 'campaign', id }, '1');
  expect(await compare()).toBe(7);
  // A change to a record that the campaign uses does not change the campaign's version.
  await updateRotatorSettings(context, rotatorId, { sticky: true });
  expect(await compare()).toBe(7);
});

test('several requests before a compilation cause only one compilation', async () => {
  const context = await makeWorkspace(database);
  const { id, rotatorId, trafficSourceId } = await makeCampaign(context);
  await publishAll();
  for (const change of [
    { rotatorIds: [rotatorId] },
    { trafficSourceIds: [trafficSourceId] },
    { campaignIds: [id] },
  ])
    await database.inWorkspace(context.workspaceId, (executor) =>
      requestPublishing(executor, context.workspaceId, change, new Date()),
    );
  expect(await stateOf(context, id)).toMatchObject({ isWaiting: true });
  expect(await publishWaiting(worker)).toEqual({ compiled: 1, numbered: 0, failures: [] });
  expect(await publishWaiting(worker)).toEqual({ compiled: 0, numbered: 0, failures: [] });
  expect(await countVersions(context, id)).toBe(1);
});

test('an archived campaign is removed from the edges, and a restored one is served in its new version', async () => {
  const context = await makeWorkspace(database);
  const { id } = await makeCampaign(context);
  const edge = newEdge();
  await publishAll();
  await edge.applyAndReport();
  await archiveCampaign(context, id);
  await publishAll();
  await edge.applyAndReport();
  expect(edge.served.has(id)).toBe(false);
  expect(await stateOf(context, id)).toMatchObject({ version: null, isWaiting: false });
  await restoreCampaigns(context, { ids: [id] });
  await publishAll();
  await edge.applyAndReport();
  expect(edge.served.get(id)).toMatchObject({ document: { campaign: { version: 3 } } });
});

test('a restored campaign counts as published once every live edge has reported it', async () => {
  const context = await makeWorkspace(database);
  const { id } = await makeCampaign(context);
  const restore = async () => {
    const { runtimePendingIds, runtimePublishedIds } = await restoreCampaigns(context, { ids: [id] });
    expect([...runtimePendingIds, ...runtimePublishedIds]).toEqual([id]);
    return runtimePublishedIds.length === 1;
  };
  await publishAll();
  // A campaign is not considered published while no edge is live.
  expect(await restore()).toBe(false);
  const [fast, slow] = [newEdge(), newEdge()];
  await slow.report();
  await fast.applyAndReport();
  expect(await restore()).toBe(false);
  await slow.applyAndReport();
  expect(await restore()).toBe(true);
  await archiveCampaigns(context, { ids: [id] });
  await publishAll();
  expect(await restore()).toBe(false);
  await publishAll();
  expect(await restore()).toBe(false);
  await fast.applyAndReport();
  expect(await restore()).toBe(false);
  // Edges with an expired lease are ignored.
  await database.asSystem((executor) =>
    sql`UPDATE edges SET lease_until = now() - interval '1 second' WHERE applied_sequence < ${fast.appliedSequence}::bigint`.execute(
      executor,
    ),
  );
  expect(await restore()).toBe(true);
});

test('an edge that joins late receives all campaigns in pages and ends at the current sequence', async () => {
  const context = await makeWorkspace(database);
  const first = await makeCampaign(context);
  const created = [first.id];
  for (let n = 0; n < 450; n += 1)
    created.push(
      (await makeCampaign(context, { trafficSourceId: first.trafficSourceId, rotatorId: first.rotatorId }))
        .id,
    );
  await publishAll();
  const [late, early] = [newEdge(), newEdge()];
  await late.apply();
  expect(created.every((id) => late.served.has(id))).toBe(true);
  await early.apply();
  expect(early.appliedSequence).toBe(late.appliedSequence);
  await updateCampaign(context, first.id, { name: 'Late change' });
  await publishAll();
  await late.apply();
  expect(late.served.get(first.id)?.document.campaign.name).toBe('Late change');
});

test('concurrent changes leave every campaign in its last state on every edge', async () => {
  const context = await makeWorkspace(database);
  const first = await makeCampaign(context);
  const { trafficSourceId, rotatorId } = first;
  const ids = [first.id];
  for (let n = 0; n < 5; n += 1) ids.push((await makeCampaign(context, { trafficSourceId, rotatorId })).id);
  const edge = newEdge();
  const done = new AbortController();
  const compiling = (async () => {
    while (!done.signal.aborted) {
      await publishWaiting(worker);
      await edge.apply();
    }
  })();
  const writers = ids.map(async (id, writer) => {
    for (let n = 0; n < 15; n += 1) {
      await updateCampaign(context, id, { name: `${writer}-${n}` });
      if (n % 5 === 4) await archiveCampaign(context, id);
      if (n % 5 === 4) await restoreCampaigns(context, { ids: [id] });
    }
  });
  const requesting = (async () => {
    for (let n = 0; n < 30; n += 1)
      await database.inWorkspace(context.workspaceId, (executor) =>
        requestPublishing(executor, context.workspaceId, { rotatorIds: [rotatorId] }, new Date()),
      );
  })();
  await Promise.all([...writers, requesting]);
  done.abort();
  await compiling;
  await publishAll();
  await edge.apply();
  const names = ids.map((id) => edge.served.get(id)?.document.campaign.name);
  expect(names).toEqual(ids.map((_, writer) => `${writer}-14`));
});

test('a document compiled while rules are saved contains exactly one version of the rules', async () => {
  const context = await makeWorkspace(database);
  const { id, rotatorId } = await makeCampaign(context);
  const done = new AbortController();
  const saving = (async () => {
    let rules = await getRotatorRules(context, rotatorId);
    for (let n = 0; n < 40; n += 1)
      rules = await saveRotatorRules(context, rotatorId, {
        ...rules,
        defaultPathId: 'new-1',
        paths: [{ id: 'new-1', name: `Version ${rules.version + 1}` }],
      });
    done.abort();
  })();
  let n = 0;
  while (!done.signal.aborted) {
    n += 1;
    expect(await updateCampaign(context, id, { name: `N${n}` })).toMatchObject({
      publish: { status: 'published' },
    });
  }
  await saving;
  const { rows } = await database.inWorkspace(context.workspaceId, (executor) =>
    sql<{ version: number; name: string }>`
      SELECT (document->'rotator'->>'version')::int AS version, document->'paths'->0->>'name' AS name
      FROM campaign_versions WHERE campaign_id = ${id} AND (document->'rotator'->>'version')::int > 1`.execute(
      executor,
    ),
  );
  expect(rows.filter(({ version, name }) => name !== `Version ${version}`)).toEqual([]);
  expect(rows.length).toBeGreaterThan(5);
});

test('a changed landing page reaches all campaigns that use it, even those that start to use it at the same time', async () => {
  const context = await makeWorkspace(database);
  const landing = await createLanding(context, { name: 'L', url: 'https://example.com/0' });
  const { id, rotatorId, trafficSourceId } = await makeCampaign(context);
  const rules = await getRotatorRules(context, rotatorId);
  const paths = [{ ...rules.paths[0], landings: [{ landingId: landing.id }] }];
  await saveRotatorRules(context, rotatorId, { ...rules, paths });
  const ids = [id];
  for (let n = 0; n < 5; n += 1) ids.push((await makeCampaign(context, { trafficSourceId })).id);
  const rotatorByCampaign = new Map<string, string>();
  for (const one of ids) rotatorByCampaign.set(one, (await getCampaign(context, one)).destination.rotatorId);
  for (let round = 1; round <= rounds(8, 150); round += 1) {
    const page = `https://example.com/${round}`;
    const created: string[] = [];
    await Promise.all([
      ...ids.map((one) => updateCampaign(context, one, { destination: { rotatorId } })),
      updateLanding(context, landing.id, { url: page }),
      makeCampaign(context, { trafficSourceId, rotatorId }).then((campaign) => created.push(campaign.id)),
      publishWaiting(worker),
    ]);
    await publishAll();
    const edge = newEdge();
    await edge.apply();
    const urls = [...ids, ...created].map((one) => edge.served.get(one)?.document.landings[0]?.url);
    expect({ round, urls }).toEqual({ round, urls: urls.map(() => page) });
    for (const one of ids)
      await updateCampaign(context, one, { destination: { rotatorId: rotatorByCampaign.get(one) } });
  }
});

test('a campaign locked by a request is compiled anyway, so that requests waiting for the worker do not block it', async () => {
  const context = await makeWorkspace(database);
  await publishAll();
  const { id } = await makeCampaign(context);
  const batch = await database.inWorkspace(context.workspaceId, async (executor) => {
    await lockCampaigns(executor, context.workspaceId, [id]);
    return await publishWaiting(worker);
  });
  expect(batch).toMatchObject({ compiled: 1, numbered: 1 });
});

test('a campaign that cannot be compiled reports the reason and is served as before', async () => {
  const context = await makeWorkspace(database);
  const { id, rotatorId } = await makeCampaign(context);
  await publishAll();
  await database.inWorkspace(context.workspaceId, async (executor) => {
    await sql`UPDATE rotator_paths SET enabled = false WHERE rotator_id = ${rotatorId}`.execute(executor);
    await requestPublishing(executor, context.workspaceId, { rotatorIds: [rotatorId] }, new Date());
  });
  const failure = 'the default path is missing or disabled';
  expect(await publishWaiting(worker)).toMatchObject({
    compiled: 1,
    failures: [{ campaignId: id, failure }],
  });
  expect(await stateOf(context, id)).toMatchObject({ failure, version: 1, isWaiting: false });
  expect(await updateCampaign(context, id, { name: 'x' })).toMatchObject({ publish: { status: 'failed' } });
  const edge = newEdge();
  await edge.apply();
  expect(edge.served.get(id)).toMatchObject({ version: 1, document: { campaign: { name: 'Campaign' } } });
});

test('a running worker publishes immediately, even after its connection was terminated', async () => {
  const logger = createLogger({ role: 'test', level: 'silent', format: 'text' });
  const due = new DueWork(worker);
  const publisher = new Publisher(worker, url, due, logger);
  try {
    const context = await makeWorkspace(database);
    const published = async (id: string) =>
      await pollUntil(async () => ((await stateOf(context, id))?.version === 1 ? true : undefined), {
        timeoutMs: hangLimitMs,
        intervalMs: 10,
      });
    expect(await published((await makeCampaign(context)).id)).toBe(true);
    await database.asLogin((executor) =>
      sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'waypost listener' AND datname = current_database()`.execute(
        executor,
      ),
    );
    expect(await published((await makeCampaign(context)).id)).toBe(true);
  } finally {
    await publisher.stop();
    await due.stop();
  }
});
