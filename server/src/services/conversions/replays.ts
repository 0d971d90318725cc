import {
  replayListQuery,
  replayOrder,
  type ListedReplay,
  type Replay,
  type ReplayedRequest,
  type ReplayResult,
} from '@waypost/contract/conversions/inbox-replays.ts';
import type { ListPage } from '@waypost/contract/api/paging.ts';
import { WaypostError } from '../../platform/errors.ts';
import { countRequestsOfRange, type ReplayRange } from '../../store/conversions/inbox-claims.ts';
import { listRuns, type RunRow } from '../../store/runs/runs.ts';
import { readAsSystem, readInWorkspace, type WorkspaceContext } from '../context.ts';
import type { WithTraffic } from '../tools.ts';
import { listItems } from '../lists/list-items.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { getRun, orderRun, stopRun, type OrderedRuns } from '../runs/orders.ts';
import type { RunTools, RunWork } from '../runs/process-run.ts';
import {
  beginning,
  presentReplayed,
  readReplayRange,
  replayRequests,
  resultOf,
  type ReplayCourse,
} from './replay-inbox.ts';
import { requireAttribution } from './require-attribution.ts';

const openMax = 2;
const examplesMax = 200;
// Replays are started by people and deleted after a day, so this limit is not reached in practice.
const listedMax = 500;

export const tooManyReplays = {
  message: `${openMax} replays are already running in this workspace. Stop one or wait until one has finished.`,
  details: { reason: 'too-many-replays', retryAfter: 5 },
};

const replays: OrderedRuns = {
  label: 'replay',
  kinds: ['replay-preview', 'replay'],
  openMax,
  tooMany: tooManyReplays,
};

type KeptInput = { from: string; to: string; requests: number | null; campaignVersion: number | null };
type Outcome = ReplayResult & { examples?: ReplayedRequest[] };

/** Queues the replay for a worker. Fails if the number of matching requests differs from the number in the preview. */
export async function startReplay(context: WorkspaceContext, input: unknown): Promise<Replay> {
  requirePermission(context.actor, 'inbox.replay');
  const { apply, ...given } = parseInput(replayOrder, input);
  const range = await readReplayRange(context, given);
  const found = await countRequests(context, range);
  const requests = apply?.requests ?? null;
  requireAsFound(found, requests);
  const { workspaceId, campaignId = null, campaignVersion = null } = range;
  const span = { from: range.from.toISOString(), to: range.to.toISOString() };
  const order = {
    kind: requests === null ? ('replay-preview' as const) : ('replay' as const),
    subjectId: campaignId,
    input: { ...span, requests, campaignVersion } satisfies KeptInput,
  };
  const row = await orderRun(context, replays, order, async () => ({
    action: requests === null ? 'inbox.replay-preview' : 'inbox.replay',
    subjectId: campaignId ?? workspaceId,
    details: { ...span, requests: found },
  }));
  return present(row);
}

export async function getReplay(context: WorkspaceContext, id: string): Promise<Replay> {
  requirePermission(context.actor, 'inbox.replay');
  return present(await getRun(context, replays, id));
}

export async function stopReplay(context: WorkspaceContext, id: string): Promise<Replay> {
  requirePermission(context.actor, 'inbox.replay');
  const row = await stopRun(context, replays, id, ({ subjectId, workspaceId }) => ({
    action: 'inbox.replay-stop',
    subjectId: subjectId ?? workspaceId,
  }));
  return present(row);
}

const replayList = {
  name: 'replays',
  query: replayListQuery,
  idOf: ({ id }: ListedReplay) => id,
  sorts: { createdAt: ({ createdAt }: ListedReplay) => createdAt },
};

export async function listReplays(
  context: WorkspaceContext,
  input: unknown,
): Promise<ListPage<ListedReplay>> {
  requirePermission(context.actor, 'inbox.replay');
  return await listItems(context, replayList, input, async ({ campaignId }) => {
    const rows = await readInWorkspace(context, 'list', (executor) =>
      listRuns(executor, context.workspaceId, replays.kinds, listedMax),
    );
    return rows
      .filter(({ subjectId }) => campaignId === undefined || subjectId === campaignId)
      .map((row) => presentListed(row));
  });
}

function presentListed(row: RunRow): ListedReplay {
  const { id, kind, subjectId, state, failure, done, total, createdAt, endedAt } = row;
  const { from, to, campaignVersion } = row.input as KeptInput;
  return {
    id,
    isPreview: kind === 'replay-preview',
    campaignId: subjectId,
    campaignVersion,
    from,
    to,
    state,
    progress: { done, of: total },
    failure,
    createdAt: createdAt.toISOString(),
    createdBy: { type: row.actorType ?? 'system', id: row.actorId, label: row.actorLabel ?? '' },
    endedAt: endedAt?.toISOString() ?? null,
    result: presentResult(row),
  };
}

function presentResult({ result, kept }: RunRow): ReplayResult | null {
  const { requests, changed, verdicts } = (result ??
    (kept && resultOf(kept as ReplayCourse)) ??
    {}) as Partial<Outcome>;
  if (requests === undefined || changed === undefined || verdicts === undefined) return null;
  return { requests, changed, verdicts };
}

function present(row: RunRow): Replay {
  return { ...presentListed(row), examples: (row.result as Outcome | null)?.examples ?? [] };
}

async function countRequests(context: WorkspaceContext, range: ReplayRange): Promise<number> {
  return await readAsSystem(context, (executor) => countRequestsOfRange(executor, range), 'queue');
}

function requireAsFound(found: number, requests: number | null): void {
  if (requests !== null && found !== requests)
    throw new WaypostError(
      'CONFLICT',
      'The matching requests have changed since the preview. Run the preview again.',
      {
        details: { reason: 'stale', requests: found },
      },
    );
}

export const replayWork: RunWork = { kinds: replays.kinds, run: runReplay };

async function runReplay(
  context: WorkspaceContext & WithTraffic,
  row: RunRow,
  tools: RunTools,
): Promise<Outcome> {
  const { requests, ...span } = row.input as KeptInput;
  const range = await readReplayRange(context, {
    campaignId: row.subjectId,
    from: new Date(span.from),
    to: new Date(span.to),
  });
  const worker = requireAttribution(context);
  const course = (row.kept as ReplayCourse | null) ?? beginning;
  const total = course.done + (await countRequests(context, { ...range, after: course.after }));
  const progressOf = ({ done }: ReplayCourse) => ({ done, total: Math.max(done, total) });
  if (requests === null) {
    const examples: ReplayedRequest[] = [];
    const end = await replayRequests(worker, range, {
      dryRun: true,
      signal: tools.signal,
      afterPart: async (now, part) => {
        const changed = part.filter(({ before, after }) => before !== after);
        examples.push(...changed.slice(0, examplesMax - examples.length).map(presentReplayed));
        await tools.reportProgress(progressOf(now));
      },
    });
    return { ...resultOf(end), examples };
  }
  // Requests may have arrived while the replay was queued. The number is not checked if another worker has already
  // started the replay.
  if (course === beginning) requireAsFound(total, requests);
  const end = await replayRequests(worker, range, {
    dryRun: false,
    course,
    signal: tools.signal,
    inPart: (executor, now) => tools.saveProgress(executor, { ...progressOf(now), kept: now }),
  });
  return resultOf(end);
}
