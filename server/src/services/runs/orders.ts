import { WaypostError } from '../../platform/errors.ts';
import { isId, newId } from '../../platform/ids.ts';
import type { Executor } from '../../store/database/database.ts';
import { findRun, insertRun, stopRunRow, type RunKind, type RunRow } from '../../store/runs/runs.ts';
import { actorColumns, recordChange, type Change } from '../audit/record-change.ts';
import { inWorkspace, readInWorkspace, type WorkspaceContext } from '../context.ts';
import { refuseMissing } from '../refuse-missing.ts';

export type OrderedRuns = {
  label: string;
  kinds: readonly RunKind[];
  openMax: number;
  tooMany: { message: string; details: { reason: string; retryAfter: number } };
};

type Order = Pick<RunRow, 'kind' | 'subjectId' | 'input'>;

export async function orderRun(
  context: WorkspaceContext,
  runs: OrderedRuns,
  order: Order,
  change: (executor: Executor) => Promise<Change>,
): Promise<RunRow> {
  const { workspaceId, actor } = context;
  const id = newId();
  return await inWorkspace(context, async (executor) => {
    const auditEntry = await change(executor);
    const row = { id, workspaceId, ...order, createdAt: context.now(), ...actorColumns(actor) };
    if (!(await insertRun(executor, row, runs)))
      throw new WaypostError('RATE_LIMITED', runs.tooMany.message, { details: runs.tooMany.details });
    await recordChange(executor, workspaceId, actor, auditEntry);
    return await getRun({ ...context, transaction: executor }, runs, id);
  });
}

export async function getRun(
  context: WorkspaceContext,
  { kinds, label }: OrderedRuns,
  id: string,
): Promise<RunRow> {
  const { workspaceId } = context;
  const row = isId(id)
    ? await readInWorkspace(context, 'lookup', (executor) => findRun(executor, workspaceId, kinds, id))
    : undefined;
  return row ?? refuseMissing(label);
}

/** Cancels a run. Has no effect on a run that has ended. */
export async function stopRun(
  context: WorkspaceContext,
  runs: OrderedRuns,
  id: string,
  change: (row: RunRow) => Change,
): Promise<RunRow> {
  const { workspaceId, actor } = context;
  const row = await getRun(context, runs, id);
  await inWorkspace(context, async (executor) => {
    if (!(await stopRunRow(executor, workspaceId, id, context.now()))) return;
    await recordChange(executor, workspaceId, actor, change(row));
  });
  return await getRun(context, runs, id);
}
