import type { CostEntry } from '@waypost/contract/costs.ts';
import { WaypostError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { beginCostWithdrawal, findCostEntry } from '../../store/cost-entries.ts';
import { recordChange } from '../audit/record-change.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { refuseMissing } from '../records/record-kind.ts';
import { presentCostEntry } from './present-cost-entry.ts';

/** Has an entry taken back by a worker, to the last digit; one that is withdrawn already stays as it is. */
export async function withdrawCostEntry(context: WorkspaceContext, id: string): Promise<CostEntry> {
  requirePermission(context.actor, 'costs.write');
  const { workspaceId, actor } = context;
  if (!isId(id)) refuseMissing('cost entry');
  return await inWorkspace(context, async (executor) => {
    const change = { now: context.now(), replacedBy: null };
    const [withdrawn] = await beginCostWithdrawal(executor, workspaceId, [id], change);
    const entry = (await findCostEntry(executor, workspaceId, id)) ?? refuseMissing('cost entry');
    if (entry.status === 'failed')
      throw new WaypostError('CONFLICT', 'the entry failed: nothing of it is on any visit');
    if (withdrawn !== undefined)
      await recordChange(executor, workspaceId, actor, { action: 'cost.withdraw', subjectId: entry.id });
    return presentCostEntry(entry);
  });
}
