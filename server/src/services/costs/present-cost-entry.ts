import type { CostEntry } from '@waypost/contract/costs.ts';
import type { CostEntryRow } from '../../store/cost-entries.ts';

export function presentCostEntry(row: CostEntryRow): CostEntry {
  const { id, campaignId, campaignName, tokens, amount, currency, status, reason, visits, parts } = row;
  return {
    id,
    campaignId,
    campaignName,
    from: row.fromAt.toISOString(),
    to: new Date(row.untilAt.getTime() - 1).toISOString(),
    tokens,
    amount,
    currency,
    original: { amount: row.originalAmount, currency: row.originalCurrency },
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
