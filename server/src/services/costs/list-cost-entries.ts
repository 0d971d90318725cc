import { costFilter, costLimitByDefault, type CostPage } from '@waypost/contract/costs.ts';
import { listCostPage } from '../../store/cost-entries.ts';
import { readInWorkspace, type WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { presentCostEntry } from './present-cost-entry.ts';

/** Newest first, a page at a time; entries that come in meanwhile do not move the pages. */
export async function listCostEntries(context: WorkspaceContext, input: unknown): Promise<CostPage> {
  requirePermission(context.actor, 'costs.read');
  const { limit = costLimitByDefault, cursor, ...filter } = parseInput(costFilter, input);
  // One more than asked for tells whether there is a next page.
  const rows = await readInWorkspace(context, 'list', (executor) =>
    listCostPage(executor, context.workspaceId, { ...filter, afterId: cursor }, limit + 1),
  );
  const entries = rows.slice(0, limit).map(presentCostEntry);
  const nextCursor = rows.length > limit ? (entries.at(-1)?.id ?? null) : null;
  return { entries, meta: { limit, count: entries.length, nextCursor } };
}
