import { describeError, WaypostError } from '../../platform/errors.ts';
import type { Executor } from '../../store/database/database.ts';
import {
  claimRun,
  deleteOldRuns,
  endRun,
  reportRunProgress,
  type RunKind,
  type RunRow,
} from '../../store/runs/runs.ts';
import { asSystem, type ServiceContext, type WorkspaceContext } from '../context.ts';
import type { WithTraffic } from '../tools.ts';
import { requirePermission } from '../permissions.ts';

// A batch renews the lease and usually takes a second or two, but the traffic store may be slow.
const leaseMs = 60_000;
const reportEveryMs = 300;
// Limits the attempts for a run that crashes its workers.
const attemptsMax = 3;
const retentionMs = 86_400_000;

class RunCanceled extends Error {}

type Progress = { done: number; total: number; kept?: unknown };

export type RunTools = {
  /** Reports progress at intervals. Throws if the run was canceled, like `saveProgress`. */
  reportProgress: (progress: Progress) => Promise<void>;
  /** Stores progress in the same transaction as the work, so that another worker can continue at exactly this point. */
  saveProgress: (executor: Executor, progress: Progress) => Promise<void>;
  signal: AbortSignal | undefined;
};

export type RunWork = {
  kinds: readonly RunKind[];
  /** Returns the result. The message of a WaypostError becomes the failure of the run. */
  run: (context: WorkspaceContext & WithTraffic, row: RunRow, tools: RunTools) => Promise<unknown>;
};

/**
 * Claims a run that is waiting or whose worker has stopped, and processes it. Returns the ID of the run, or undefined
 * if no run is available. If this process stops, another worker continues the run.
 */
export async function processRun(
  context: ServiceContext & WithTraffic,
  { kinds, run }: RunWork,
  signal?: AbortSignal,
): Promise<string | undefined> {
  requirePermission(context.actor, 'runs.do');
  const row = await asSystem(context, (executor) => claimRun(executor, kinds, leaseMs));
  if (row === undefined) return undefined;
  try {
    const end = await attempt(context, row, run, signal);
    await asSystem(context, (executor) => endRun(executor, row, { ...end, now: context.now() }));
  } catch (error) {
    if (!(error instanceof RunCanceled) && signal?.aborted !== true) throw error;
  }
  return row.id;
}

async function attempt(
  context: ServiceContext & WithTraffic,
  row: RunRow,
  run: RunWork['run'],
  signal: AbortSignal | undefined,
): Promise<{ result?: unknown; failure?: string }> {
  if (row.begun > attemptsMax)
    return { failure: `The worker stopped ${attemptsMax} times before it finished this run.` };
  const saveProgress = async (executor: Executor, progress: Progress) => {
    if (!(await reportRunProgress(executor, row, { ...progress, leaseMs }))) throw new RunCanceled();
  };
  let reportedAt = -Infinity;
  const reportProgress = async (progress: Progress) => {
    if (performance.now() - reportedAt < reportEveryMs) return;
    reportedAt = performance.now();
    await asSystem(context, (executor) => saveProgress(executor, progress));
  };
  try {
    return {
      result: await run({ ...context, workspaceId: row.workspaceId }, row, {
        reportProgress,
        saveProgress,
        signal,
      }),
    };
  } catch (error) {
    // The input may refer to records that were archived after the run was queued, or the traffic store may be
    // unavailable. In both cases, the run fails.
    if (error instanceof WaypostError) return { failure: describeError(error) };
    throw error;
  }
}

/** Deletes old runs. Results are read only once or twice, and repeating a run takes only seconds. */
export async function purgeRuns(context: ServiceContext): Promise<number> {
  requirePermission(context.actor, 'runs.do');
  const before = new Date(context.now().getTime() - retentionMs);
  return await asSystem(context, (executor) => deleteOldRuns(executor, before));
}
