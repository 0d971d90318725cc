import {
  replayOrder,
  replayPreviewInput,
  type ReplayPreview,
  type ReplayedRequest,
  type ReplayResult,
} from '@waypost/contract/inbox-tools.ts';
import { mayChange, verdicts, type Verdict } from '../../domain/goals/index.ts';
import { WaypostError } from '../../platform/errors.ts';
import {
  claimRequestsOfRange,
  countRequestsOfRange,
  type ReplayRange,
} from '../../store/attribution/inbox-claims.ts';
import type { Executor } from '../../store/database/database.ts';
import { recordChange } from '../audit/record-change.ts';
import { getCampaign } from '../campaigns/campaigns.ts';
import { asSystem, readAsSystem, type WorkspaceContext } from '../context.ts';
import { invalidInput, parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { getWorkspace } from '../workspaces/workspaces.ts';
import type { AppliedChange, AttributionContext } from './event-to-apply.ts';
import { requireAttribution } from './require-attribution.ts';
import { judgeRequests } from './judge-requests.ts';

type ReplayedVerdicts = ReplayResult['verdicts'][number];

const atOnce = 200;
/** What a request can wait for; the command line takes any number. */
const requestsMax = 50_000;
/** As many as somebody reads before they agree. */
const examplesMax = 200;
const changeable = (Object.keys(verdicts) as Verdict[]).filter(mayChange);

type Listen = (done: number, all: number) => void;

/**
 * What a replay would do: nothing is written. Its selection is what the replay itself is asked with, so that it does what
 * was shown or nothing.
 */
export async function previewReplay(
  context: WorkspaceContext,
  input: unknown,
  onProgress?: Listen,
): Promise<ReplayPreview> {
  requirePermission(context.actor, 'inbox.replay');
  const range = await readRange(context, parseInput(replayPreviewInput, input));
  await requireFew(context, range);
  const examples: ReplayedRequest[] = [];
  const onPart = (part: readonly Replayed[]) => {
    const changed = part.filter(({ before, after }) => before !== after);
    examples.push(...changed.slice(0, examplesMax - examples.length).map(presentReplayed));
  };
  const result = await replay(requireAttribution(context), range, { dryRun: true, onProgress, onPart });
  const { campaignId = null, from, to } = range;
  const selection = { campaignId, from: from.toISOString(), to: to.toISOString() };
  return { ...result, examples, selection: { ...selection, requests: result.requests } };
}

/** A replay of what a preview has shown. */
export async function replaySelection(
  context: WorkspaceContext,
  input: unknown,
  onProgress?: Listen,
): Promise<ReplayResult> {
  requirePermission(context.actor, 'inbox.replay');
  const { requests, ...given } = parseInput(replayOrder, input);
  const range = await readRange(context, given);
  const found = await requireFew(context, range);
  if (found !== requests)
    throw new WaypostError('CONFLICT', 'there are other requests by now than the preview has found', {
      details: { reason: 'stale', requests: found },
    });
  return await replay(requireAttribution(context), range, { dryRun: false, onProgress });
}

/** Of any length, for the operator. */
export async function replayInbox(
  context: WorkspaceContext & AttributionContext,
  { dryRun = false, ...input }: { dryRun?: boolean } & Record<string, unknown>,
  onProgress?: Listen,
): Promise<ReplayResult> {
  requirePermission(context.actor, 'inbox.replay');
  const range = await readRange(context, parseInput(replayPreviewInput, input));
  return await replay(context, range, { dryRun, onProgress });
}

async function readRange(
  context: WorkspaceContext,
  { campaignId, from, to }: { campaignId?: string | null | undefined; from: Date; to: Date },
): Promise<ReplayRange> {
  const { workspaceId } = context;
  await readAsSystem(context, (executor) => getWorkspace(executor, workspaceId));
  const campaign = campaignId ? await getCampaign(context, campaignId) : undefined;
  return { workspaceId, campaignId: campaign?.id, from, to, verdicts: changeable };
}

async function requireFew(context: WorkspaceContext, range: ReplayRange): Promise<number> {
  const found = await readAsSystem(context, (executor) => countRequestsOfRange(executor, range));
  if (found > requestsMax)
    throw invalidInput([
      { path: 'from', message: `there are ${found} requests: choose a range with at most ${requestsMax}` },
    ]);
  return found;
}

/**
 * Applies today's rules again to what came in a stretch of time and did not count then. What counted stays as it is, so
 * that nothing can count twice. Parts are finished one by one: what is broken off can be done again.
 */
async function replay(
  context: WorkspaceContext & AttributionContext,
  range: ReplayRange,
  options: {
    dryRun: boolean;
    onProgress: Listen | undefined;
    onPart?: (part: readonly Replayed[]) => void;
  },
): Promise<ReplayResult> {
  const all = await readAsSystem(context, (executor) => countRequestsOfRange(executor, range));
  const counts = new Map<string, ReplayedVerdicts>();
  let done = 0;
  for (let after: ReplayRange['after']; ;) {
    const part = await replayPart(context, { ...range, after }, options.dryRun);
    if (part.length === 0) break;
    for (const one of part) count(counts, one.before, one.after);
    after = part.at(-1);
    done += part.length;
    options.onPart?.(part);
    options.onProgress?.(done, Math.max(done, all));
  }
  const list = [...counts.values()].toSorted((one, other) => other.requests - one.requests);
  const changed = list.filter(({ before, after }) => before !== after);
  return {
    requests: done,
    changed: changed.reduce((sum, { requests }) => sum + requests, 0),
    verdicts: list,
  };
}

type Replayed = {
  id: string;
  receivedMs: number;
  before: string;
  after: string;
  changes: AppliedChange[];
};

function presentReplayed({ id, receivedMs, before, after, changes }: Replayed): ReplayedRequest {
  return {
    id,
    receivedAt: new Date(receivedMs).toISOString(),
    before,
    after,
    changes: changes.map(({ isNew, idx, label, transactionId, status, payout, currency, revenue }) => ({
      isNew,
      idx,
      label,
      transactionId,
      status,
      payout,
      currency,
      revenue,
    })),
  };
}

async function replayPart(
  context: WorkspaceContext & AttributionContext,
  range: ReplayRange,
  dryRun: boolean,
): Promise<Replayed[]> {
  return await asSystem(context, async (executor) => {
    const requests = await claimRequestsOfRange(executor, range, atOnce);
    if (requests.length === 0) return [];
    const judged = await judgeRequests(context, executor, requests, { dryRun, isReplay: true });
    if (!dryRun) await recordReplay(executor, context, range, requests.length);
    return requests.map(({ id, receivedMs, verdict }, at) => {
      const before = verdict ?? 'waiting';
      return {
        id,
        receivedMs,
        before,
        after: judged[at]?.verdict ?? before,
        changes: judged[at]?.changes ?? [],
      };
    });
  });
}

function count(counts: Map<string, ReplayedVerdicts>, before: string, after: string): void {
  const known = counts.get(`${before} ${after}`) ?? { before, after, requests: 0 };
  known.requests += 1;
  counts.set(`${before} ${after}`, known);
}

/** With each part, so that none is done of which the log says nothing. */
async function recordReplay(
  executor: Executor,
  context: WorkspaceContext,
  { workspaceId, campaignId, from, to }: ReplayRange,
  requests: number,
): Promise<void> {
  await recordChange(executor, workspaceId, context.actor, {
    action: 'inbox.replay',
    subjectId: campaignId ?? workspaceId,
    details: { from: from.toISOString(), to: to.toISOString(), requests },
  });
}
