import { BatchedLookup } from '../../platform/batched-lookup.ts';
import type { Database } from '../../store/database/database.ts';
import { findCampaigns, type CampaignRow } from '../../store/records/campaigns.ts';
import type { WorkspaceContext } from '../context.ts';

type Lookup = BatchedLookup<string, CampaignRow>;

const lookups = new WeakMap<Database, Map<string, Lookup>>();
const lookupsMax = 10_000;

/**
 * Reads a campaign. Concurrent reads in a workspace share one transaction, and nothing is cached. If the caller is
 * already in a transaction, that transaction is used.
 */
export async function lookUpCampaign(
  context: WorkspaceContext,
  id: string,
): Promise<CampaignRow | undefined> {
  const { transaction, workspaceId, database } = context;
  if (transaction === undefined) return await lookupIn(database, workspaceId).find(id.toLowerCase());
  const [row] = await findCampaigns(transaction, workspaceId, [id]);
  return row;
}

function lookupIn(database: Database, workspaceId: string): Lookup {
  const ofDatabase = lookups.get(database) ?? new Map<string, Lookup>();
  lookups.set(database, ofDatabase);
  const known = ofDatabase.get(workspaceId);
  if (known !== undefined) return known;
  const lookup: Lookup = new BatchedLookup(async (ids) => {
    const rows = await database.readInWorkspace(workspaceId, 'lookup', (executor) =>
      findCampaigns(executor, workspaceId, ids),
    );
    return new Map(rows.map((row) => [row.id, row]));
  });
  // Clearing the map loses no pending reads, only the chance to batch them.
  if (ofDatabase.size >= lookupsMax) ofDatabase.clear();
  ofDatabase.set(workspaceId, lookup);
  return lookup;
}
