import type { CostEntry } from '@waypost/contract/costs.ts';
import { isId } from '../../platform/ids.ts';
import { findCostEntry } from '../../store/cost-entries.ts';
import { readInWorkspace, type WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { refuseMissing } from '../records/record-kind.ts';
import { presentCostEntry } from './present-cost-entry.ts';

export async function getCostEntry(context: WorkspaceContext, id: string): Promise<CostEntry> {
  requirePermission(context.actor, 'costs.read');
  const row = isId(id)
    ? await readInWorkspace(context, 'lookup', (executor) => findCostEntry(executor, context.workspaceId, id))
    : undefined;
  return presentCostEntry(row ?? refuseMissing('cost entry'));
}
