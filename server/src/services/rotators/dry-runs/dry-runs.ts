import { dryRunInput, type DryRun } from '@waypost/contract/dry-runs.ts';
import { WaypostError } from '../../../platform/errors.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { findDryRun, insertDryRun, stopDryRunRow, type DryRunRow } from '../../../store/dry-runs/dry-runs.ts';
import { findRotatorSettings } from '../../../store/records/rotators.ts';
import { recordChange } from '../../audit/record-change.ts';
import { inWorkspace, readInWorkspace, type WorkspaceContext } from '../../context.ts';
import { invalidInput, parseInput } from '../../parse-input.ts';
import { requirePermission } from '../../permissions.ts';
import { refuseMissing } from '../../records/record-kind.ts';
import { evaluateRotator } from '../evaluation/evaluate-rotator.ts';

// Of one workspace; workers take them one after the other.
const openMax = 2;

export const tooManyDryRuns = {
  message: `${openMax} dry runs of this workspace are open: stop one, or wait for its end`,
  details: { reason: 'too-many-dry-runs', retryAfter: 5 },
};

function present(row: DryRunRow): DryRun {
  const { id, rotatorId, state, looked, ofVisits, failure, createdAt, endedAt, result } = row;
  return {
    id,
    rotatorId,
    state,
    progress: { looked, of: ofVisits },
    failure,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    result,
  };
}

/** Leaves it to a worker. What is wrong with the draft is told at once. */
export async function startDryRun(
  context: WorkspaceContext,
  rotatorId: string,
  input: unknown,
): Promise<DryRun> {
  requirePermission(context.actor, 'rotators.manage');
  const given = parseInput(dryRunInput, input ?? {});
  if (!isId(rotatorId)) refuseMissing('rotator');
  const { problem } = await evaluateRotator(context, rotatorId, { draft: given.draft ?? null });
  if (problem !== null) throw invalidInput([{ path: 'draft', message: `cannot be served: ${problem}` }]);
  const { workspaceId, actor } = context;
  const id = newId();
  return await inWorkspace(context, async (executor) => {
    const rotator = (await findRotatorSettings(executor, workspaceId, rotatorId)) ?? refuseMissing('rotator');
    const row = { id, workspaceId, rotatorId, input: input ?? {}, createdAt: context.now() };
    if (!(await insertDryRun(executor, row, openMax)))
      throw new WaypostError('RATE_LIMITED', tooManyDryRuns.message, { details: tooManyDryRuns.details });
    const { days, sample } = given;
    await recordChange(executor, workspaceId, actor, {
      action: 'rotator.dry-run',
      subjectId: rotatorId,
      name: rotator.name,
      details: { days, sample },
    });
    return await getDryRun({ ...context, transaction: executor }, id);
  });
}

export async function getDryRun(context: WorkspaceContext, id: string): Promise<DryRun> {
  requirePermission(context.actor, 'rotators.manage');
  const row = isId(id)
    ? await readInWorkspace(context, 'lookup', (executor) => findDryRun(executor, context.workspaceId, id))
    : undefined;
  return present(row ?? refuseMissing('dry run'));
}

/** One that has ended stays as it is. */
export async function stopDryRun(context: WorkspaceContext, id: string): Promise<DryRun> {
  const { rotatorId } = await getDryRun(context, id);
  const { workspaceId, actor } = context;
  await inWorkspace(context, async (executor) => {
    if (!(await stopDryRunRow(executor, workspaceId, id, context.now()))) return;
    await recordChange(executor, workspaceId, actor, {
      action: 'rotator.dry-run-stop',
      subjectId: rotatorId,
    });
  });
  return await getDryRun(context, id);
}
