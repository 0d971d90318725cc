import { costListQuery, type CostEntry, type CostPage } from '@waypost/contract/conversions/costs.ts';
import { addDecimals } from '../../domain/money/decimal.ts';
import { WaypostError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import {
  countCostEntries,
  findCostEntry,
  listCostPage,
  type CostEntryRow,
  type CostPart,
} from '../../store/costs/cost-entries.ts';
import type { Executor } from '../../store/database/database.ts';
import { inSnapshot, inWorkspace, readInWorkspace, type WorkspaceContext } from '../context.ts';
import { openList } from '../lists/open-list.ts';
import { requirePermission } from '../permissions.ts';
import { refuseMissing } from '../refuse-missing.ts';
import { asConflict, costConflict } from './cost-verdicts.ts';
import { withdrawCosts } from './withdraw-costs.ts';

function presentCostEntry(row: CostEntryRow): CostEntry {
  const { id, campaignId, campaignName, tokens, mode, amount, currency, status, reason, visits, parts } = row;
  return {
    id,
    campaignId,
    campaignName,
    from: row.fromAt.toISOString(),
    to: new Date(row.untilAt.getTime() - 1).toISOString(),
    tokens,
    mode,
    amount,
    currency,
    original: { amount: row.originalAmount, currency: row.originalCurrency },
    takenOut: mode === 'replace' ? sumTakenOut(parts ?? []) : null,
    status,
    reason,
    visits,
    progress: parts === null ? null : { done: row.partsDone, parts: parts.length },
    replacedBy: row.replacedBy,
    createdAt: row.createdAt.toISOString(),
    createdBy: { type: row.actorType, id: row.actorId, label: row.actorLabel },
    withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
  };
}

function sumTakenOut(parts: readonly CostPart[]): string {
  return parts.reduce((sum, { takenOut = '0' }) => addDecimals(sum, takenOut), '0');
}

export async function getCostEntry(context: WorkspaceContext, id: string): Promise<CostEntry> {
  requirePermission(context.actor, 'costs.read');
  const row = isId(id)
    ? await readInWorkspace(context, 'lookup', (executor) => findCostEntry(executor, context.workspaceId, id))
    : undefined;
  return presentCostEntry(row ?? refuseMissing('cost entry'));
}

/** Lists cost entries in pages that stay stable while entries are added. */
export async function listCostEntries(context: WorkspaceContext, input: unknown): Promise<CostPage> {
  requirePermission(context.actor, 'costs.read');
  const { filter, part, answer } = await openList(context, { name: 'costs', query: costListQuery }, input);
  const { workspaceId } = context;
  const read = async (executor: Executor) => {
    const { rows, next } = await listCostPage(executor, workspaceId, filter, part);
    const total = await countCostEntries(executor, workspaceId, filter);
    return answer(rows.map(presentCostEntry), { next, total });
  };
  return await inSnapshot(context, read, 'list');
}

/** Marks the entry, so that a worker reverses its exact amounts. Reversing the entry again changes nothing. */
export async function withdrawCostEntry(context: WorkspaceContext, id: string): Promise<CostEntry> {
  requirePermission(context.actor, 'costs.write');
  const { workspaceId } = context;
  if (!isId(id)) refuseMissing('cost entry');
  return await inWorkspace(context, async (executor) => {
    const [found] = await withdrawCosts(executor, context, [id]);
    if (found === undefined) refuseMissing('cost entry');
    if (found.entry.status === 'failed')
      throw new WaypostError('CONFLICT', 'The entry failed and was not applied to any visit', {
        reason: 'failed',
      });
    if (found.replacedBy.length > 0) throw asConflict(costConflict('replaced', found.replacedBy));
    return presentCostEntry((await findCostEntry(executor, workspaceId, id)) ?? found.entry);
  });
}
