import { mayShareVisits } from '../../domain/costs/allot-cost.ts';
import {
  beginCostWithdrawal,
  findCostEntries,
  listReplacementsAfter,
  type CostEntryRow,
} from '../../store/costs/cost-entries.ts';
import type { Executor } from '../../store/database/database.ts';
import { lockCampaigns } from '../../store/records/campaigns.ts';
import { recordChanges } from '../audit/record-change.ts';
import type { WorkspaceContext } from '../context.ts';
import { scopeOf } from './later-replacements.ts';

type Withdrawal = {
  entry: CostEntryRow;
  replacedBy: CostEntryRow[];
};

/**
 * Marks entries for a worker to reverse, latest first, so that an entry and its replacement can be reversed together.
 * Skips failed entries. Also skips replaced entries whose replacement is not reversed, because their amount would be
 * subtracted twice.
 */
export async function withdrawCosts(
  executor: Executor,
  context: WorkspaceContext,
  ids: readonly string[],
): Promise<Withdrawal[]> {
  const { workspaceId } = context;
  const known = await findCostEntries(executor, workspaceId, ids);
  const campaignIds = [...new Set(known.map(({ campaignId }) => campaignId))];
  await lockCampaigns(executor, workspaceId, campaignIds);
  // The entries are read again now that the lock prevents changes and new entries.
  const entries = await findCostEntries(executor, workspaceId, ids);
  const place = entries.at(-1)?.place ?? 0;
  const found = judge(entries, await listReplacementsAfter(executor, workspaceId, { campaignIds, place }));
  const going = found.filter(isGoing).map(({ entry }) => entry.id);
  const withdrawn = await beginCostWithdrawal(executor, workspaceId, going, {
    now: context.now(),
    replacedBy: null,
  });
  const changes = withdrawn.map((subjectId) => ({ action: 'cost.withdraw', subjectId }));
  await recordChanges(executor, context, changes);
  return found;
}

function judge(entries: readonly CostEntryRow[], replacements: readonly CostEntryRow[]): Withdrawal[] {
  const standing = new Map(replacements.map((one) => [one.id, one]));
  return entries.map((entry) => {
    const replacedBy = [...standing.values()].filter(
      (other) =>
        other.campaignId === entry.campaignId &&
        other.place > entry.place &&
        mayShareVisits(scopeOf(other), scopeOf(entry)),
    );
    const isLeft = isActive(entry) && replacedBy.length > 0;
    if (!isLeft) standing.delete(entry.id);
    return { entry, replacedBy: isLeft ? replacedBy : [] };
  });
}

function isActive({ status }: CostEntryRow): boolean {
  return status === 'pending' || status === 'spread';
}

function isGoing({ entry, replacedBy }: Withdrawal): boolean {
  return isActive(entry) && replacedBy.length === 0;
}
