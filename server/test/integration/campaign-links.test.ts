/** The addresses of a campaign, and how a new key for incoming events reaches the edges. */
import { randomUUID } from 'node:crypto';
import { sourceTemplates } from '@waypost/contract/source-template-table.ts';
import { buildSourceOfTemplate } from '@waypost/contract/source-templates.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Snapshot } from '../../src/edge/snapshot/snapshot.ts';
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

// A database of its own: what waits to be published is one answer for the whole installation.
beforeAll(async () => {
  const url = await makeDatabase();
  await migratePostgresSchema(url);
  database = new Database(url, { connectionsMax: 4 });
  system = { database, actor: { type: 'system', label: 'edge' }, now: () => new Date(nowMs) };
});

afterAll(() => database.close());

async function setUp(): Promise<{ context: WorkspaceContext; id: string }> {
  nowMs = start;
  const context = {
    ...(await makeWorkspace(database, () => new Date(nowMs))),
    trackingUrl: 'https://t.example/',
  };
  return { context, id: (await makeCampaign(context)).id };
}

const keyOf = (url = '') => url.split('/').at(-1) ?? '';

/** What an edge knows that has learned everything so far, and did not begin anew. */
async function publishTo(snapshot: Snapshot, upTo = '0'): Promise<string> {
  while ((await publishWaiting(system)).compiled > 0);
  let last = upTo;
  for await (const page of readServedChanges(system, upTo)) {
    for (const change of page.changes) snapshot.apply(change);
    last = page.upTo;
  }
  return last;
}

test('show viewers everything but the key for reporting conversions', async () => {
  const { context, id } = await setUp();
  await rotateCampaignKey(context, id);
  const whole = await getCampaignLinks(context, id);
  const viewer = {
    ...context,
    actor: { type: 'user', id: randomUUID(), label: 'viewer', role: 'viewer' } as const,
  };
  expect(await getCampaignLinks(viewer, id)).toEqual({ ...whole, event: '', previousEvent: null });
  await expect(rotateCampaignKey(viewer, id)).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('have every macro of the source, in the parameter that takes it', async () => {
  const { context, id } = await setUp();
  const template = sourceTemplates.find((one) => one.id === 'propellerads');
  if (template === undefined) throw new Error('the template is gone');
  const { id: trafficSourceId } = await addTrafficSource(context, buildSourceOfTemplate(template));
  await updateCampaign(context, id, { trafficSourceId });
  const { visit } = await getCampaignLinks(context, id);
  expect(visit).toBe(
    `https://t.example/c/${id}?clickid=\${SUBID}&cost={cost}&campaign_id={campaignid}&banner_id={bannerid}&zone_id={zoneid}`,
  );
});

test('are on the tracking host, and on the campaign’s own domain once it has one', async () => {
  const { context, id } = await setUp();
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

test('have a key of their own for each campaign', async () => {
  const { context, id } = await setUp();
  const other = await makeCampaign(context);
  const keys = [await getCampaignLinks(context, id), await getCampaignLinks(context, other.id)];
  expect(keyOf(keys[0]?.event)).not.toBe(keyOf(keys[1]?.event));
});

test('of another workspace’s campaign are those of one that does not exist', async () => {
  const { id } = await setUp();
  const { context } = await setUp();
  const missing = { code: 'NOT_FOUND', message: 'Campaign not found' };
  await expect(getCampaignLinks(context, id)).rejects.toMatchObject(missing);
  await expect(rotateCampaignKey(context, id)).rejects.toMatchObject(missing);
  await expect(getCampaignLinks(context, 'x')).rejects.toMatchObject(missing);
});

test('a new key reaches the edges, and the one before it works for a week', async () => {
  const { context, id } = await setUp();
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
  const works = (key: string, atMs: number) => snapshot.findByIncomingKey(key, atMs) === id;
  expect([works(after, nowMs), works(before, nowMs)]).toEqual([true, true]);
  expect([works(before, start + 7 * dayMs - 1), works(before, start + 7 * dayMs)]).toEqual([true, false]);
  // Another key is another version of the campaign, which visits are recorded with.
  expect(snapshot.find(id)?.document.campaign.version).toBe(2);
  nowMs = start + 8 * dayMs;
  expect((await getCampaignLinks(context, id)).previousEvent).toBeNull();
});

test('changed twice, the first key ends at once', async () => {
  const { context, id } = await setUp();
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

test('an archived campaign takes events, and its key can be changed', async () => {
  const { context, id } = await setUp();
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
