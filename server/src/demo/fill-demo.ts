import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
import { isRequested, makeDemoRequests, reporting } from './make-demo-requests.ts';
import { makeDemoVisits, type DemoSpan, type DemoVisit } from './make-demo-visits.ts';
import { UnfinishedDemo, type DrawnDemo } from './unfinished-demo.ts';

export type DemoOptions = {
  geo: GeoReader;
  /** Of click ids and cookies; the same as on the edges. */
  secret: string;
  days: number;
  /** Where it is noted that a demo was begun, and what was drawn for it, until it is finished. */
  unfinishedFile: string;
  onProgress?: (message: string) => void;
};

export type DemoSummary = {
  campaigns: number;
  visits: number;
  clicks: number;
  events: number;
  /** Those of networks that are in the inbox. */
  requests: number;
  /** Calls that this run has told of; those before it are not counted. */
  postbacks: number;
};

const filesDirectory = join(import.meta.dirname, '../../demo');
const dayMs = 86_400_000;
const secondsToClick = 40;
const publishedWithinMs = 30_000;
/** Ran until it was given up. */
const pausedCampaign = 'Puzzle game';

/**
 * Fills an empty workspace with a believable past, by the edge's own code and the services that everybody uses. One that
 * was killed goes on where it was when it is asked for again: rows have names by which they are found, and events that
 * count already are known.
 */
export async function fillDemo(context: DemoContext, options: DemoOptions): Promise<DemoSummary> {
  const { onProgress = () => undefined } = options;
  const unfinished = new UnfinishedDemo(options.unfinishedFile);
  const begun = unfinished.read();
  if (begun === undefined) {
    await requireEmpty(context);
    unfinished.keep({});
  } else onProgress('going on with a demo that was not finished');
  const campaignIds = await makeCampaigns(context, options);
  const { snapshot, campaigns } = await loadSnapshot(context, new Set(campaignIds.values()));
  const random = new DemoRandom(20_261);
  const drawn = begun?.drawn ?? draw(context, { ...options, snapshot }, { random, campaignIds, campaigns });
  const { visits, clicks, events, requests, toMs } = drawn;
  if (begun?.drawn === undefined) unfinished.keep({ drawn });
  await insertDemoRows(context.traffic.targets.visits, `${context.workspaceId}-v`, visits);
  await insertDemoRows(context.traffic.targets.clicks, `${context.workspaceId}-c`, clicks);
  const postbacks = await applyDemoEvents(context, { events, random, toMs, campaigns, onProgress });
  await applyDemoRequests(context, requests);
  await shipDemoRows(context);
  await enterCosts(context, campaignIds, toMs);
  await updateCampaign(context, campaignIds.get(pausedCampaign) ?? '', { status: 'paused' });
  unfinished.end();
  return {
    campaigns: campaignIds.size,
    visits: visits.length,
    // Prefetches that became visits of people have their rows there, too.
    clicks: clicks.filter(({ row }) => row.startsWith('lpclick')).length,
    events: events.length,
    requests: requests.length,
    postbacks,
  };
}

/** When the first of its visits may come. */
function beginningOf(nowMs: number, days: number): number {
  return Math.floor(nowMs / dayMs) * dayMs - (days - 1) * dayMs;
}

/**
 * Made and published as one change, at a moment before its first visit: so visits are explained by the rules that decided
 * them, whoever else publishes at the same time.
 */
async function makeCampaigns(
  context: DemoContext,
  { days, onProgress = () => undefined }: DemoOptions,
): Promise<Map<string, string>> {
  const known = await listCampaignIds(context);
  if (known.size > 0) return known;
  onProgress('making the campaigns of the demo');
  const { timezone } = await asSystem(context, (executor) => getWorkspace(executor, context.workspaceId));
  const then = new Date(beginningOf(context.now().getTime(), days) - dayMs);
  return await inWorkspace(context, async (transaction) => {
    const early = { ...context, transaction, now: () => then };
    await importConfiguration(early, { files: readDemoFiles(timezone), planOnly: false, prune: false });
    const made = await listCampaignIds(early);
    for (const id of made.values()) await publishCampaign(transaction, context.workspaceId, id, then);
    return made;
  });
}

type DrawnOf = {
  random: DemoRandom;
  campaignIds: ReadonlyMap<string, string>;
  campaigns: ReadonlyMap<number, string>;
};

/** What visitors did, day by day, and what networks say of it. */
function draw(
  context: DemoContext,
  { days, onProgress = () => undefined, ...options }: DemoOptions & { snapshot: Snapshot },
  { random, campaignIds, campaigns }: DrawnOf,
): DrawnDemo {
  const edge = new DemoEdge(options);
  const toMs = context.now().getTime() - 5_000;
  const span = { fromMs: beginningOf(toMs, days), toMs };
  const events: DemoEvent[] = [];
  for (let dayStartMs = span.fromMs; dayStartMs < toMs; dayStartMs += dayMs) {
    for (const visit of makeDemoVisits(random, demoCampaigns, span, dayStartMs))
      events.push(...follow({ edge, random, span, campaignIds }, visit));
    onProgress(`${edge.visits.length} visits up to ${new Date(dayStartMs).toISOString().slice(0, 10)}`);
  }
  const told = events
    .filter(({ timeMs }) => timeMs < toMs)
    .toSorted((one, other) => one.timeMs - other.timeMs);
  const requested = told.filter((event) => isRequested(event, toMs));
  const [number = 0] = [...campaigns].find(([, id]) => id === campaignIds.get(reporting)) ?? [];
  const lostClickId = context.clickIds.encode(newId(toMs - dayMs / 24), number);
  return {
    toMs,
    visits: edge.visits,
    clicks: edge.clicks,
    events: told.filter((event) => !isRequested(event, toMs)),
    requests: makeDemoRequests(requested, { campaignIds, toMs, lostClickId }),
  };
}

/** What bills said afterwards: less than was tracked on one day, and something else altogether on another. */
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

/** One visitor's way: the visit, perhaps the click on the landing, and what networks will say of it. */
function follow(
  given: { edge: DemoEdge; random: DemoRandom; span: DemoSpan; campaignIds: ReadonlyMap<string, string> },
  visit: DemoVisit,
): DemoEvent[] {
  const { edge, random, span, campaignIds } = given;
  const outcome = edge.visit(campaignIds.get(visit.campaign.name) ?? '', visit);
  if (outcome.landing !== undefined) {
    const clickMs = visit.timeMs + random.delayMs(secondsToClick * 1_000) + 2_000;
    if (clickMs >= span.toMs || !random.chance(visit.campaign.clicks[outcome.landing] ?? 0)) return [];
    edge.click(outcome, visit.person, clickMs);
  }
  return makeDemoEvents(random, visit, outcome);
}

/** The timezone stays the workspace's own. */
function readDemoFiles(timezone: string): Map<string, Uint8Array> {
  const names = readdirSync(filesDirectory).filter((name) => name.endsWith('.yaml'));
  const read = (name: string) =>
    readFileSync(join(filesDirectory, name), 'utf8').replace('timezone: UTC', `timezone: ${timezone}`);
  return new Map(names.map((name) => [name, Buffer.from(read(name))]));
}

async function requireEmpty(context: DemoContext): Promise<void> {
  const { campaigns } = await listCampaigns(context, { limit: '1', includeArchived: '1' });
  if (campaigns.length > 0)
    throw new WaypostError('CONFLICT', 'The workspace has campaigns already: a demo needs an empty one.', {
      reason: 'not-empty',
    });
}

async function listCampaignIds(context: DemoContext): Promise<Map<string, string>> {
  const { campaigns } = await listCampaigns(context, { limit: '200' });
  return new Map(campaigns.map(({ id, name }) => [name, id]));
}

/** What edges serve of the workspace. A worker may be publishing at the same time, so that it is waited for. */
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
  const served = await pollUntil(read, { timeoutMs: publishedWithinMs, intervalMs: 100 });
  if (served === undefined) throw new Error('the campaigns of the demo were not published');
  const snapshot = new Snapshot((_, error) => {
    throw error;
  });
  for (const change of served) snapshot.apply(change);
  return { snapshot, campaigns: new Map(served.map(({ number, campaignId }) => [number, campaignId])) };
}
