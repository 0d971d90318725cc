import { dryRunInput, type DryRun, type DryRunResult } from '@waypost/contract/rotators/dry-runs.ts';
import { isId } from '../../../platform/ids.ts';
import { findRotatorSettings } from '../../../store/records/rotators.ts';
import type { RunRow } from '../../../store/runs/runs.ts';
import type { WorkspaceContext } from '../../context.ts';
import { invalidInput, parseInput } from '../../parse-input.ts';
import { requirePermission } from '../../permissions.ts';
import { refuseMissing } from '../../refuse-missing.ts';
import { getRun, orderRun, stopRun, type OrderedRuns } from '../../runs/orders.ts';
import type { RunWork } from '../../runs/process-run.ts';
import { evaluateRotator } from '../evaluation/evaluate-rotator.ts';
import { runDryRun } from './run-dry-run.ts';

const openMax = 2;

export const tooManyDryRuns = {
  message: `${openMax} dry runs are already running in this workspace. Stop one or wait until one has finished.`,
  details: { reason: 'too-many-dry-runs', retryAfter: 5 },
};

const dryRuns: OrderedRuns = { label: 'dry run', kinds: ['dry-run'], openMax, tooMany: tooManyDryRuns };

function present(row: RunRow): DryRun {
  const { id, subjectId, state, done, total, failure, createdAt, endedAt, result } = row;
  return {
    id,
    rotatorId: subjectId ?? '',
    state,
    progress: { looked: done, of: total },
    failure,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    result: result as DryRunResult | null,
  };
}

/** Queues the dry run for a worker. Errors in the draft are reported immediately. */
export async function startDryRun(
  context: WorkspaceContext,
  rotatorId: string,
  input: unknown,
): Promise<DryRun> {
  requirePermission(context.actor, 'rotators.manage');
  const given = parseInput(dryRunInput, input ?? {});
  if (!isId(rotatorId)) refuseMissing('rotator');
  const { problem } = await evaluateRotator(context, rotatorId, { draft: given.draft ?? null });
  if (problem !== null) throw invalidInput([{ path: 'draft', message: `cannot be published: ${problem}` }]);
  const order = { kind: 'dry-run' as const, subjectId: rotatorId, input: input ?? {} };
  const row = await orderRun(context, dryRuns, order, async (executor) => {
    const rotator = await findRotatorSettings(executor, context.workspaceId, rotatorId);
    const { name } = rotator ?? refuseMissing('rotator');
    const { days, sample } = given;
    return { action: 'rotator.dry-run', subjectId: rotatorId, name, details: { days, sample } };
  });
  return present(row);
}

export async function getDryRun(context: WorkspaceContext, id: string): Promise<DryRun> {
  requirePermission(context.actor, 'rotators.manage');
  return present(await getRun(context, dryRuns, id));
}

export async function stopDryRun(context: WorkspaceContext, id: string): Promise<DryRun> {
  requirePermission(context.actor, 'rotators.manage');
  const row = await stopRun(context, dryRuns, id, ({ subjectId }) => ({
    action: 'rotator.dry-run-stop',
    subjectId: subjectId ?? '',
  }));
  return present(row);
}

export const dryRunWork: RunWork = {
  kinds: dryRuns.kinds,
  run: async (context, { subjectId, input }, { reportProgress, signal }) =>
    await runDryRun(context, subjectId ?? '', input, {
      signal,
      onProgress: ({ looked, of }) => reportProgress({ done: looked, total: of }),
    }),
};
