import { moment } from '@waypost/contract/paging.ts';
import { recordId } from '@waypost/contract/records.ts';
import { z } from 'zod';
import { mayChange, verdicts, type Verdict } from '../../domain/goals/index.ts';
import {
  claimRequestsOfRange,
  countRequestsOfRange,
  type ReplayRange,
} from '../../store/attribution/inbox-claims.ts';
import { recordChange } from '../audit/record-change.ts';
import { getCampaign } from '../campaigns/campaigns.ts';
import { asSystem, readAsSystem, type WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { getWorkspace } from '../workspaces/workspaces.ts';
import type { AttributionContext } from './event-to-apply.ts';
import { judgeRequests } from './judge-requests.ts';

const replayInput = z
  .strictObject({
    campaignId: recordId.optional(),
    from: moment,
    to: moment,
    dryRun: z.boolean().optional(),
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'must not be before from' });

/** How many requests were judged one way before and another way, or the same, now. */
type ReplayedVerdicts = { before: string; after: string; requests: number };
type Replay = { requests: number; changed: number; verdicts: ReplayedVerdicts[] };

const atOnce = 200;
const changeable = (Object.keys(verdicts) as Verdict[]).filter(mayChange);

/**
 * Applies today's rules again to what came in a stretch of time and did not count then. What counted stays as it is, so
 * that nothing can count twice. Parts are finished one by one: what is broken off can be done again.
 */
export async function replayInbox(
  context: WorkspaceContext & AttributionContext,
  input: unknown,
  onProgress: (done: number, all: number) => void = () => undefined,
): Promise<Replay> {
  requirePermission(context.actor, 'inbox.replay');
  const { workspaceId } = context;
  const { campaignId, from, to, dryRun = false } = parseInput(replayInput, input);
  await readAsSystem(context, (executor) => getWorkspace(executor, workspaceId));
  if (campaignId !== undefined) await getCampaign(context, campaignId);
  const range: ReplayRange = { workspaceId, campaignId, from, to, verdicts: changeable };
  const all = await readAsSystem(context, (executor) => countRequestsOfRange(executor, range));
  const counts = new Map<string, ReplayedVerdicts>();
  let done = 0;
  for (let after: ReplayRange['after']; ;) {
    const part = await replayPart(context, { ...range, after }, dryRun);
    if (part.length === 0) break;
    for (const one of part) count(counts, one.before, one.after);
    after = part.at(-1);
    done += part.length;
    onProgress(done, Math.max(done, all));
  }
  if (!dryRun && done > 0) await recordReplay(context, range, done);
  const list = [...counts.values()].toSorted((one, other) => other.requests - one.requests);
  const changed = list.filter(({ before, after }) => before !== after);
  return {
    requests: done,
    changed: changed.reduce((sum, { requests }) => sum + requests, 0),
    verdicts: list,
  };
}

type Replayed = { id: string; receivedMs: number; before: string; after: string };

async function replayPart(
  context: AttributionContext,
  range: ReplayRange,
  dryRun: boolean,
): Promise<Replayed[]> {
  return await asSystem(context, async (executor) => {
    const requests = await claimRequestsOfRange(executor, range, atOnce);
    if (requests.length === 0) return [];
    const judged = await judgeRequests(context, executor, requests, { dryRun, isReplay: true });
    return requests.map(({ id, receivedMs, verdict }, at) => {
      const before = verdict ?? 'waiting';
      return { id, receivedMs, before, after: judged[at] ?? before };
    });
  });
}

function count(counts: Map<string, ReplayedVerdicts>, before: string, after: string): void {
  const known = counts.get(`${before} ${after}`) ?? { before, after, requests: 0 };
  known.requests += 1;
  counts.set(`${before} ${after}`, known);
}

async function recordReplay(
  context: WorkspaceContext,
  { workspaceId, campaignId, from, to }: ReplayRange,
  requests: number,
): Promise<void> {
  await asSystem(context, (executor) =>
    recordChange(executor, workspaceId, context.actor, {
      action: 'inbox.replay',
      subjectId: campaignId ?? workspaceId,
      details: { from: from.toISOString(), to: to.toISOString(), requests },
    }),
  );
}
