import {
  replayRange,
  type ReplayedRequest,
  type ReplayResult,
} from '@waypost/contract/conversions/inbox-replays.ts';
import { mayChange, verdicts, type Verdict } from '../../domain/conversions/index.ts';
import {
  claimRequestsOfRange,
  countRequestsOfRange,
  type ReplayRange,
} from '../../store/conversions/inbox-claims.ts';
import type { Executor } from '../../store/database/database.ts';
import { recordChange } from '../audit/record-change.ts';
import { getPanelCampaign } from '../campaigns/campaigns.ts';
import { asSystem, readAsSystem, type WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { getWorkspace } from '../workspaces/workspaces.ts';
import type { AppliedChange, AttributionContext } from './event-to-apply.ts';
import { applyRequests } from './apply-requests.ts';

const atOnce = 200;
const changeable = (Object.keys(verdicts) as Verdict[]).filter(mayChange);

export async function replayInbox(
  context: WorkspaceContext & AttributionContext,
  { dryRun = false, ...input }: { dryRun?: boolean } & Record<string, unknown>,
  onProgress?: (done: number, all: number) => void,
): Promise<ReplayResult> {
  requirePermission(context.actor, 'inbox.replay');
  const range = await readReplayRange(context, parseInput(replayRange, input));
  const all = await readAsSystem(context, (executor) => countRequestsOfRange(executor, range), 'queue');
  const course = await replayRequests(context, range, {
    dryRun,
    // Each batch is logged in its own transaction, so that every replayed request is logged.
    inPart: async (executor, _, part) => {
      if (!dryRun) await recordReplay(executor, context, range, part.length);
    },
    afterPart: async ({ done }) => onProgress?.(done, Math.max(done, all)),
  });
  return resultOf(course);
}

export async function readReplayRange(
  context: WorkspaceContext,
  { campaignId, from, to }: { campaignId?: string | null | undefined; from: Date; to: Date },
): Promise<ReplayRange & { campaignVersion: number | undefined }> {
  const { workspaceId } = context;
  await readAsSystem(context, (executor) => getWorkspace(executor, workspaceId));
  const campaign = campaignId ? await getPanelCampaign(context, campaignId) : undefined;
  const campaignVersion = campaign?.version;
  return { workspaceId, campaignId: campaign?.id, from, to, verdicts: changeable, campaignVersion };
}

export type ReplayCourse = {
  after?: NonNullable<ReplayRange['after']>;
  done: number;
  verdicts: ReplayResult['verdicts'];
};

export const beginning: ReplayCourse = { done: 0, verdicts: [] };

export function resultOf({ done, verdicts: counted }: ReplayCourse): ReplayResult {
  const changed = counted.filter(({ before, after }) => before !== after);
  return {
    requests: done,
    changed: changed.reduce((sum, { requests }) => sum + requests, 0),
    verdicts: counted.toSorted((a, b) => b.requests - a.requests),
  };
}

type Replayed = {
  id: string;
  receivedMs: number;
  before: string;
  after: string;
  changes: AppliedChange[];
};

type ReplayOptions = {
  dryRun: boolean;
  course?: ReplayCourse;
  signal?: AbortSignal | undefined;
  /**
   * Called in the transaction of each batch, with the progress after the batch. If the callback throws, the batch is
   * rolled back and the replay ends.
   */
  inPart?: (executor: Executor, course: ReplayCourse, part: readonly Replayed[]) => Promise<void>;
  afterPart?: (course: ReplayCourse, part: readonly Replayed[]) => Promise<void>;
};

/**
 * Applies the current rules to the requests in a time range, except for requests that were already counted, so that
 * nothing is counted twice. Each batch is committed separately, so a canceled replay can be repeated.
 */
export async function replayRequests(
  context: WorkspaceContext & AttributionContext,
  range: ReplayRange,
  { dryRun, course = beginning, signal, inPart, afterPart }: ReplayOptions,
): Promise<ReplayCourse> {
  for (let now = course; ;) {
    signal?.throwIfAborted();
    const before = now;
    const part = await asSystem(context, async (executor) => {
      const replayed = await replayPart(context, executor, { ...range, after: before.after }, dryRun);
      now = goOn(before, replayed);
      if (replayed.length > 0) await inPart?.(executor, now, replayed);
      return replayed;
    });
    if (part.length === 0) return before;
    await afterPart?.(now, part);
  }
}

function goOn(course: ReplayCourse, part: readonly Replayed[]): ReplayCourse {
  const counts = new Map(course.verdicts.map((one) => [`${one.before} ${one.after}`, one]));
  for (const { before, after } of part) {
    const key = `${before} ${after}`;
    counts.set(key, { before, after, requests: (counts.get(key)?.requests ?? 0) + 1 });
  }
  const last = part.at(-1);
  return {
    ...course,
    ...(last === undefined ? {} : { after: { id: last.id, receivedMs: last.receivedMs } }),
    done: course.done + part.length,
    verdicts: [...counts.values()],
  };
}

export function presentReplayed({ id, receivedMs, before, after, changes }: Replayed): ReplayedRequest {
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
  executor: Executor,
  range: ReplayRange,
  dryRun: boolean,
): Promise<Replayed[]> {
  const requests = await claimRequestsOfRange(executor, range, atOnce);
  if (requests.length === 0) return [];
  const judged = await applyRequests(context, executor, requests, { dryRun, isReplay: true });
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
}

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
