import { describeError, WaypostError } from '../../platform/errors.ts';
import type { Executor } from '../../store/database/database.ts';
import {
  claimRun,
  deleteOldRuns,
  endRun,
  noteRun,
  type RunKind,
  type RunRow,
} from '../../store/runs/runs.ts';
import { asSystem, type ServiceContext, type WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';

// A sign of life comes with every part, which takes a second or two; the store may be slow.
const leaseMs = 60_000;
const noteEveryMs = 300;
// What ends workers is left alone after so many.
const begunMax = 3;
const keptMs = 86_400_000;

class NotWanted extends Error {}

type Progress = { done: number; total: number; kept?: unknown };

export type RunTools = {
  /** Says how far it is, now and then. Throws where nobody wants it any more, as does `keep`. */
  tell: (progress: Progress) => Promise<void>;
  /** Says so together with what was done, in its transaction: what the next worker goes on with is true. */
  keep: (executor: Executor, progress: Progress) => Promise<void>;
  signal: AbortSignal | undefined;
};

export type RunWork = {
  kinds: readonly RunKind[];
  /** What comes out; a refusal is told to whoever waits. */
  run: (context: WorkspaceContext, row: RunRow, tools: RunTools) => Promise<unknown>;
};

/**
 * Takes one that waits, or whose worker is gone, and answers its id; nothing where there is none. Where the process is to
 * end, it is left to another.
 */
export async function processRun(
  context: ServiceContext,
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
    if (!(error instanceof NotWanted) && signal?.aborted !== true) throw error;
  }
  return row.id;
}

async function attempt(
  context: ServiceContext,
  row: RunRow,
  run: RunWork['run'],
  signal: AbortSignal | undefined,
): Promise<{ result?: unknown; failure?: string }> {
  if (row.begun > begunMax)
    return { failure: `The worker stopped ${begunMax} times before it could finish.` };
  const keep = async (executor: Executor, progress: Progress) => {
    if (!(await noteRun(executor, row, { ...progress, leaseMs }))) throw new NotWanted();
  };
  let toldAt = -Infinity;
  const tell = async (progress: Progress) => {
    if (performance.now() - toldAt < noteEveryMs) return;
    toldAt = performance.now();
    await asSystem(context, (executor) => keep(executor, progress));
  };
  try {
    return { result: await run({ ...context, workspaceId: row.workspaceId }, row, { tell, keep, signal }) };
  } catch (error) {
    // What was ordered may name what was archived meanwhile, and the store may be away: whoever waits is told.
    if (error instanceof WaypostError) return { failure: describeError(error) };
    throw error;
  }
}

/** What came out is looked at once or twice, and asked for again within seconds. */
export async function purgeRuns(context: ServiceContext): Promise<number> {
  requirePermission(context.actor, 'runs.do');
  const before = new Date(context.now().getTime() - keptMs);
  return await asSystem(context, (executor) => deleteOldRuns(executor, before));
}
