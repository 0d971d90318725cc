import { randomUUID } from 'node:crypto';
import { sourceTemplates } from '@waypost/contract/campaigns/source-template-table.ts';
import { buildSourceOfTemplate } from '@waypost/contract/campaigns/source-templates.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Snapshot } from '../../src/edge/snapshot/snapshot.ts';
import { listAuditLog } from '../../src/services/audit/list-audit-log.ts';
import { archiveCampaign } from '../../src/services/campaigns/archive-campaigns.ts';
import { getCampaignLinks, rotateCampaignKey } from '../../src/services/campaigns/campaign-links.ts';
import { updateCampaign } from '../../src/services/campaigns/update-campaign.ts';
import type { ServiceContext, WorkspaceContext } from '../../src/services/context.ts';
import { createDomain } from '../../src/services/domains/create-domain.ts';
import { recordDomainCheck } from '../../src/services/domains/record-domain-check.ts';
import { publishWaiting } from '../../src/services/publishing/publish-campaigns.ts';
import { readServedChanges } from '../../src/services/publishing/read-served.ts';
import { addTrafficSource } from '../../src/services/traffic-sources/create-traffic-source.ts';
import { migratePostgresSchema } from '../../src/start/migrate.ts';
import { Database } from '../../src/store/database/database.ts';
import { makeCampaign, makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { makeDatabase } from '../../src/testing/workspaces/fresh-database.ts';

let database: Database;
let system: ServiceContext;
const start = Date.UTC(2026, 10, 16);
const dayMs = 86_400_000;
let nowMs = start;

// Uses a separate database because the publish queue is shared by the whole installation.
beforeAll(async () => {
  const url = await makeDatabase();
  await migratePostgresSchema(url);
  database = new Database(url, { connectionsMax: 4 });
  system = { database, actor: { type: 'system', label: 'edge' }, now: () => new Date(nowMs) };
});

afterAll(() => database.close());

async function makeTestCampaign(): Promise<{ context: WorkspaceContext; id: string }> {
  nowMs = start;
  const context = {
    ...(await makeWorkspace(database, () => new Date(nowMs))),
    trackingUrl: 'https://t.example/',
  };
  return { context, id: (await makeCampaign(context)).id };
}

const keyOf = (url = '') => url.split('/').at(-1) ?? '';

/** Publishes pending changes and, like a running edge, applies the changes after `upTo` to the snapshot. */
async function publishTo(snapshot: Snapshot, upTo = '0'): Promise<string> {
  while ((await publishWaiting(system)).compiled > 0);
  let last = upTo;
  for await (const page of readServedChanges(system, upTo)) {
    for (const change of page.changes) snapshot.apply(change);
    last = page.upTo;
  }
  return last;
}

test('campaign links show viewers everything except the incoming postback key', async () => {
  const { context, id } = await makeTestCampaign();
  await rotateCampaignKey(context, id);
  const links = await getCampaignLinks(context, id);
  const viewer = {
    ...context,
    actor: { type: 'user', id: randomUUID(), label: 'viewer', role: 'viewer' } as const,
  };
  expect(await getCampaignLinks(viewer, id)).toEqual({ ...links, event: '', previousEvent: null });
  await expect(rotateCampaignKey(viewer, id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test("campaign links contain each of the traffic source's macros in its parameter", async () => {
  const { context, id } = await makeTestCampaign();
  const template = sourceTemplates.find((one) => one.id === 'propellerads');
  if (template === undefined) throw new Error('template not found');
  const { id: trafficSourceId } = await addTrafficSource(context, buildSourceOfTemplate(template));
  await updateCampaign(context, id, { trafficSourceId });
  const { visit } = await getCampaignLinks(context, id);
  expect(visit).toBe(
    `https://t.example/c/${id}?clickid=\${SUBID}&cost={cost}&campaign_id={campaignid}&banner_id={bannerid}&zone_id={zoneid}`,
  );
});

test("campaign links use the default tracking host, or the campaign's own domain once it is verified", async () => {
  const { context, id } = await makeTestCampaign();
  const links = await getCampaignLinks(context, id);
  expect(links).toEqual({
    visit: `https://t.example/c/${id}`,
    landingClick: 'https://t.example/go',
    page: '',
    script: `<script src="https://t.example/t.js" data-campaign="${id}" async></script>`,
    pixel: `https://t.example/p.gif?c=${id}`,
    event: expect.stringMatching(/^https:\/\/t\.example\/e\/[\w-]{43}$/),
    previousEvent: null,
    version: 1,
  });
  const domain = await createDomain(context, { host: `${context.workspaceId}.example.com` });
  await expect(getCampaignLinks(context, id, { domainId: domain.id })).rejects.toMatchObject({
    code: 'CONFLICT',
    details: { reason: 'domain-not-usable' },
  });
  await recordDomainCheck(context, domain.id, { verified: true });
  expect(await getCampaignLinks(context, id, { domainId: domain.id })).toMatchObject({
    pixel: `https://${context.workspaceId}.example.com/p.gif?c=${id}`,
  });
  await updateCampaign(context, id, { tracking: { domainId: domain.id } });
  const base = `https://${context.workspaceId}.example.com`;
  expect(await getCampaignLinks(context, id)).toMatchObject({
    visit: `${base}/c/${id}`,
    event: `${base}/e/${keyOf(links.event)}`,
  });
});

test('campaign links have a different key for each campaign', async () => {
  const { context, id } = await makeTestCampaign();
  const other = await makeCampaign(context);
  const keys = [await getCampaignLinks(context, id), await getCampaignLinks(context, other.id)];
  expect(keyOf(keys[0]?.event)).not.toBe(keyOf(keys[1]?.event));
});

test("links for another workspace's campaign are not found", async () => {
  const { id } = await makeTestCampaign();
  const { context } = await makeTestCampaign();
  const missing = { code: 'NOT_FOUND', message: 'Campaign not found' };
  await expect(getCampaignLinks(context, id)).rejects.toMatchObject(missing);
  await expect(rotateCampaignKey(context, id)).rejects.toMatchObject(missing);
  await expect(getCampaignLinks(context, 'x')).rejects.toMatchObject(missing);
});

test('a rotated postback key reaches the edges, and the previous key works for a week', async () => {
  const { context, id } = await makeTestCampaign();
  const snapshot = new Snapshot(() => undefined);
  const before = keyOf((await getCampaignLinks(context, id)).event);
  const upTo = await publishTo(snapshot);
  expect(snapshot.findByIncomingKey(before, nowMs)).toBe(id);
  const rotated = await rotateCampaignKey(context, id);
  const after = keyOf(rotated.event);
  expect(after).not.toBe(before);
  expect(rotated.previousEvent).toEqual({
    url: `https://t.example/e/${before}`,
    until: new Date(start + 7 * dayMs).toISOString(),
  });
  await publishTo(snapshot, upTo);
  const isAccepted = (key: string, atMs: number) => snapshot.findByIncomingKey(key, atMs) === id;
  expect([isAccepted(after, nowMs), isAccepted(before, nowMs)]).toEqual([true, true]);
  expect([isAccepted(before, start + 7 * dayMs - 1), isAccepted(before, start + 7 * dayMs)]).toEqual([
    true,
    false,
  ]);
  // A new key also creates a new campaign version, which is recorded with visits and in the audit log.
  expect(snapshot.find(id)?.document.campaign.version).toBe(2);
  const { items } = await listAuditLog(context, { subjectId: id, action: 'campaign.rotate-incoming-key' });
  expect(items).toMatchObject([{ version: 2 }]);
  const isShown = async (atMs: number) => {
    nowMs = atMs;
    return (await getCampaignLinks(context, id)).previousEvent !== null;
  };
  expect([await isShown(start + 7 * dayMs - 1), await isShown(start + 7 * dayMs)]).toEqual([true, false]);
});

test('rotating the postback key twice invalidates the first key immediately', async () => {
  const { context, id } = await makeTestCampaign();
  const first = keyOf((await getCampaignLinks(context, id)).event);
  const second = keyOf((await rotateCampaignKey(context, id)).event);
  const third = keyOf((await rotateCampaignKey(context, id)).event);
  const snapshot = new Snapshot(() => undefined);
  await publishTo(snapshot);
  expect([first, second, third].map((key) => snapshot.findByIncomingKey(key, nowMs))).toEqual([
    undefined,
    id,
    id,
  ]);
});

test('an archived campaign accepts postbacks, and its key can be rotated', async () => {
  const { context, id } = await makeTestCampaign();
  const snapshot = new Snapshot(() => undefined);
  let upTo = await publishTo(snapshot);
  await archiveCampaign(context, id);
  const before = keyOf((await getCampaignLinks(context, id)).event);
  upTo = await publishTo(snapshot, upTo);
  expect(snapshot.findByIncomingKey(before, nowMs)).toBe(id);
  const after = keyOf((await rotateCampaignKey(context, id)).event);
  await publishTo(snapshot, upTo);
  expect(snapshot.findByIncomingKey(after, nowMs)).toBe(id);
});
