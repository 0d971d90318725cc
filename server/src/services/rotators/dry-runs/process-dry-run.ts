import { describeError, WaypostError } from '../../../platform/errors.ts';
import {
  claimDryRun,
  deleteOldDryRuns,
  endDryRun,
  noteDryRun,
  type DryRunRow,
} from '../../../store/dry-runs/dry-runs.ts';
import { asSystem, type ServiceContext } from '../../context.ts';
import { requirePermission } from '../../permissions.ts';
import { runDryRun } from './run-dry-run.ts';

// A sign of life comes with every part, which takes a second or two; the store may be slow.
const leaseMs = 60_000;
const noteEveryMs = 300;
// What ends workers is left alone after so many.
const begunMax = 3;
const keptMs = 86_400_000;

class NotWanted extends Error {}

/**
 * Takes one that waits, or whose worker is gone, and answers its id; nothing where there is none. Where the process is to
 * end, it is left to another.
 */
export async function processDryRun(
  context: ServiceContext,
  signal?: AbortSignal,
): Promise<string | undefined> {
  requirePermission(context.actor, 'dry-runs.run');
  const row = await asSystem(context, (executor) => claimDryRun(executor, leaseMs));
  if (row === undefined) return undefined;
  try {
    const end = await attempt(context, row, signal);
    await asSystem(context, (executor) => endDryRun(executor, row, { ...end, now: context.now() }));
  } catch (error) {
    if (!(error instanceof NotWanted) && signal?.aborted !== true) throw error;
  }
  return row.id;
}

async function attempt(
  context: ServiceContext,
  row: DryRunRow,
  signal: AbortSignal | undefined,
): Promise<Pick<Parameters<typeof endDryRun>[2], 'result' | 'failure'>> {
  if (row.begun > begunMax) return { failure: 'Workers that began with it came to no end.' };
  const within = { ...context, workspaceId: row.workspaceId };
  let notedAt = -Infinity;
  try {
    const result = await runDryRun(within, row.rotatorId, row.input, {
      signal,
      onProgress: async (progress) => {
        if (performance.now() - notedAt < noteEveryMs) return;
        notedAt = performance.now();
        const isWanted = await asSystem(context, (executor) =>
          noteDryRun(executor, row, { ...progress, leaseMs }),
        );
        if (!isWanted) throw new NotWanted();
      },
    });
    return { result };
  } catch (error) {
    // The draft may name what was archived meanwhile, and the store may be away: whoever waits is told.
    if (error instanceof WaypostError) return { failure: describeError(error) };
    throw error;
  }
}

/** What came out is looked at once or twice, and asked for again within seconds. */
export async function purgeDryRuns(context: ServiceContext): Promise<number> {
  requirePermission(context.actor, 'dry-runs.run');
  const before = new Date(context.now().getTime() - keptMs);
  return await asSystem(context, (executor) => deleteOldDryRuns(executor, before));
}
