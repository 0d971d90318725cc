import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { GeoReader } from '../edge/classify/index.ts';
import { Snapshot, type ServedChange } from '../edge/snapshot/snapshot.ts';
import { WaypostError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { pollUntil } from '../platform/retry.ts';
import { listCampaigns } from '../services/campaigns/campaigns.ts';
import { updateCampaign } from '../services/campaigns/update-campaign.ts';
import { importConfiguration } from '../services/configuration/import-configuration.ts';
import { asSystem, inWorkspace } from '../services/context.ts';
import { createCostEntry } from '../services/costs/enter-cost.ts';
import { publishCampaign, publishWaiting } from '../services/publishing/publish-campaigns.ts';
import { readServedChanges } from '../services/publishing/read-served.ts';
import { getWorkspace } from '../services/workspaces/workspaces.ts';
import { applyDemoEvents, shipDemoRows, type DemoContext } from './apply-demo-events.ts';
import { applyDemoRequests } from './apply-demo-requests.ts';
import { demoCampaigns } from './demo-campaigns.ts';
import { DemoEdge } from './demo-edge.ts';
import { DemoRandom } from './demo-random.ts';
import { insertDemoRows } from './insert-demo-rows.ts';
import { makeDemoEvents, type DemoEvent } from './make-demo-events.ts';
import { isRequested, makeDemoRequests, reportingCampaign } from './make-demo-requests.ts';
import { makeDemoVisits, type DemoSpan, type DemoVisit } from './make-demo-visits.ts';
import { UnfinishedDemo, type GeneratedDemo } from './unfinished-demo.ts';

export type DemoOptions = {
  geo: GeoReader;
  secret: string;
  days: number;
  unfinishedFile: string;
  onProgress?: (message: string) => void;
};

export type DemoSummary = {
  campaigns: number;
  visits: number;
  clicks: number;
  events: number;
  requests: number;
  /** Attempts created by this run, excluding attempts from an earlier, interrupted run. */
  postbacks: number;
};

const filesDirectory = fileURLToPath(new URL('../../demo', import.meta.url));
const dayMs = 86_400_000;
const secondsToClick = 40;
const publishTimeoutMs = 30_000;
const pausedCampaign = 'Puzzle game';

/**
 * Fills an empty workspace with sample traffic, using the same code as the edge and the services. An interrupted demo
 * is resumed by the next call: batches have fixed names, and events that were already applied are recognized.
 */
export async function fillDemo(context: DemoContext, options: DemoOptions): Promise<DemoSummary> {
  const { onProgress = () => undefined } = options;
  const unfinished = new UnfinishedDemo(options.unfinishedFile);
  const interrupted = unfinished.read();
  if (interrupted === undefined) {
    await requireEmpty(context);
    unfinished.save({});
  } else onProgress('resuming an unfinished demo');
  const campaignIds = await createCampaigns(context, options);
  const { snapshot, campaigns } = await loadSnapshot(context, new Set(campaignIds.values()));
  const random = new DemoRandom(20_261);
  const generated =
    interrupted?.generated ?? generate(context, { ...options, snapshot }, { random, campaignIds, campaigns });
  const { visits, clicks, events, requests, toMs } = generated;
  if (interrupted?.generated === undefined) unfinished.save({ generated });
  await insertDemoRows(context.traffic.targets.visits, `${context.workspaceId}-v`, visits);
  await insertDemoRows(context.traffic.targets.clicks, `${context.workspaceId}-c`, clicks);
  const postbacks = await applyDemoEvents(context, { events, random, toMs, campaigns, onProgress });
  await applyDemoRequests(context, requests);
  await shipDemoRows(context);
  await enterCosts(context, campaignIds, toMs);
  await updateCampaign(context, campaignIds.get(pausedCampaign) ?? '', { status: 'paused' });
  unfinished.delete();
  return {
    campaigns: campaignIds.size,
    visits: visits.length,
    // Other rows in this stream record prefetches that turned into visits.
    clicks: clicks.filter(({ row }) => row.startsWith('lpclick')).length,
    events: events.length,
    requests: requests.length,
    postbacks,
  };
}

function startOfDemo(nowMs: number, days: number): number {
  return Math.floor(nowMs / dayMs) * dayMs - (days - 1) * dayMs;
}

/**
 * Creates and publishes the campaigns in one transaction. They are dated before the first visit, so that visits can be
 * explained with the rules that routed them.
 */
async function createCampaigns(
  context: DemoContext,
  { days, onProgress = () => undefined }: DemoOptions,
): Promise<Map<string, string>> {
  const existing = await listCampaignIds(context);
  if (existing.size > 0) return existing;
  onProgress('creating campaigns');
  const { timezone } = await asSystem(context, (executor) => getWorkspace(executor, context.workspaceId));
  const startedAt = new Date(startOfDemo(context.now().getTime(), days) - dayMs);
  return await inWorkspace(context, async (transaction) => {
    const backdated = { ...context, transaction, now: () => startedAt };
    await importConfiguration(backdated, { files: readDemoFiles(timezone), planOnly: false, prune: false });
    const created = await listCampaignIds(backdated);
    for (const id of created.values()) await publishCampaign(transaction, context.workspaceId, id, startedAt);
    return created;
  });
}

type GenerateInput = {
  random: DemoRandom;
  campaignIds: ReadonlyMap<string, string>;
  campaigns: ReadonlyMap<number, string>;
};

function generate(
  context: DemoContext,
  { days, onProgress = () => undefined, ...options }: DemoOptions & { snapshot: Snapshot },
  { random, campaignIds, campaigns }: GenerateInput,
): GeneratedDemo {
  const edge = new DemoEdge(options);
  const toMs = context.now().getTime() - 5_000;
  const span = { fromMs: startOfDemo(toMs, days), toMs };
  const events: DemoEvent[] = [];
  for (let dayStartMs = span.fromMs; dayStartMs < toMs; dayStartMs += dayMs) {
    for (const visit of makeDemoVisits(random, demoCampaigns, span, dayStartMs))
      events.push(...simulateVisitor({ edge, random, span, campaignIds }, visit));
    onProgress(`${edge.visits.length} visits up to ${new Date(dayStartMs).toISOString().slice(0, 10)}`);
  }
  const reported = events.filter(({ timeMs }) => timeMs < toMs).toSorted((a, b) => a.timeMs - b.timeMs);
  const incoming = reported.filter((event) => isRequested(event, toMs));
  const [number = 0] = [...campaigns].find(([, id]) => id === campaignIds.get(reportingCampaign)) ?? [];
  const lostClickId = context.clickIds.encode(newId(toMs - dayMs / 24), number);
  return {
    toMs,
    visits: edge.visits,
    clicks: edge.clicks,
    events: reported.filter((event) => !isRequested(event, toMs)),
    requests: makeDemoRequests(incoming, { campaignIds, toMs, lostClickId }),
  };
}

async function enterCosts(
  context: DemoContext,
  campaignIds: ReadonlyMap<string, string>,
  toMs: number,
): Promise<void> {
  const dayBefore = (days: number) => new Date(toMs - days * dayMs).toISOString().slice(0, 10);
  const entries = [
    { name: 'Joint cream', day: dayBefore(2), mode: 'correct', amount: '-12.50' },
    { name: 'Smartphone draw, pops', day: dayBefore(3), mode: 'replace', amount: '40' },
  ];
  for (const { name, day, mode, amount } of entries)
    await createCostEntry(context, {
      campaign: campaignIds.get(name),
      from: day,
      to: day,
      mode,
      amount,
    }).catch((error: unknown) => {
      if (!(error instanceof WaypostError && error.reason === 'duplicate')) throw error;
    });
}

function simulateVisitor(
  simulation: {
    edge: DemoEdge;
    random: DemoRandom;
    span: DemoSpan;
    campaignIds: ReadonlyMap<string, string>;
  },
  visit: DemoVisit,
): DemoEvent[] {
  const { edge, random, span, campaignIds } = simulation;
  const outcome = edge.visit(campaignIds.get(visit.campaign.name) ?? '', visit);
  if (outcome.landing !== undefined) {
    const clickMs = visit.timeMs + random.delayMs(secondsToClick * 1_000) + 2_000;
    if (clickMs >= span.toMs || !random.chance(visit.campaign.clicks[outcome.landing] ?? 0)) return [];
    edge.click(outcome, visit.person, clickMs);
  }
  return makeDemoEvents(random, visit, outcome);
}

function readDemoFiles(timezone: string): Map<string, Uint8Array> {
  const names = readdirSync(filesDirectory).filter((name) => name.endsWith('.yaml'));
  const read = (name: string) =>
    readFileSync(join(filesDirectory, name), 'utf8').replace('timezone: UTC', `timezone: ${timezone}`);
  return new Map(names.map((name) => [name, Buffer.from(read(name))]));
}

async function requireEmpty(context: DemoContext): Promise<void> {
  const { campaigns } = await listCampaigns(context, { limit: '1', includeArchived: '1' });
  if (campaigns.length > 0)
    throw new WaypostError(
      'CONFLICT',
      'The workspace already has campaigns. Use an empty workspace for the demo.',
      {
        reason: 'not-empty',
      },
    );
}

async function listCampaignIds(context: DemoContext): Promise<Map<string, string>> {
  const { campaigns } = await listCampaigns(context, { limit: '200' });
  return new Map(campaigns.map(({ id, name }) => [name, id]));
}

// Waits until the campaigns are published, possibly by a worker that runs at the same time.
async function loadSnapshot(
  context: DemoContext,
  wanted: ReadonlySet<string>,
): Promise<{ snapshot: Snapshot; campaigns: Map<number, string> }> {
  const system = { ...context, actor: { type: 'system', label: 'demo' } as const };
  const read = async () => {
    await publishWaiting(system);
    const served: ServedChange[] = [];
    for await (const { changes } of readServedChanges(system, '0'))
      served.push(...changes.filter(({ campaignId }) => wanted.has(campaignId)));
    return served.length < wanted.size ? undefined : served;
  };
  const served = await pollUntil(read, { timeoutMs: publishTimeoutMs, intervalMs: 100 });
  if (served === undefined) throw new Error('The demo campaigns were not published');
  const snapshot = new Snapshot((_, error) => {
    throw error;
  });
  for (const change of served) snapshot.apply(change);
  return { snapshot, campaigns: new Map(served.map(({ number, campaignId }) => [number, campaignId])) };
}
