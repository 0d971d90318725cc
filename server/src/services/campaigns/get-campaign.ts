import type { Campaign } from '@waypost/contract/campaigns.ts';
import { BatchedLookup } from '../../platform/batched-lookup.ts';
import { WaypostError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { findCampaigns, lockCampaigns, type CampaignRow } from '../../store/campaigns.ts';
import type { Database, Executor } from '../../store/database.ts';
import type { WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { presentCampaign } from './present-campaign.ts';

export async function getCampaign(context: WorkspaceContext, id: string): Promise<Campaign> {
  requirePermission(context.actor, 'campaigns.read');
  const row = isId(id)
    ? await lookupIn(context.database, context.workspaceId).find(id.toLowerCase())
    : undefined;
  return presentCampaign(row ?? missingCampaign());
}

type Lookup = BatchedLookup<string, CampaignRow>;

// Reads of one workspace that come together share a transaction. Nothing is kept: a lookup holds no rows.
const lookups = new WeakMap<Database, Map<string, Lookup>>();
const lookupsMax = 10_000;

function lookupIn(database: Database, workspaceId: string): Lookup {
  const ofDatabase = lookups.get(database) ?? new Map<string, Lookup>();
  lookups.set(database, ofDatabase);
  const known = ofDatabase.get(workspaceId);
  if (known !== undefined) return known;
  const lookup: Lookup = new BatchedLookup(async (ids) => {
    const rows = await database.readInWorkspace(workspaceId, (executor) =>
      findCampaigns(executor, workspaceId, ids),
    );
    return new Map(rows.map((row) => [row.id, row]));
  });
  if (ofDatabase.size >= lookupsMax) ofDatabase.clear();
  ofDatabase.set(workspaceId, lookup);
  return lookup;
}

/** The campaign that a change is about; one of another workspace is one that does not exist. */
export async function getCampaignForUpdate(
  executor: Executor,
  workspaceId: string,
  id: string,
): Promise<CampaignRow> {
  const [row] = isId(id) ? await lockCampaigns(executor, workspaceId, [id]) : [];
  return row ?? missingCampaign();
}

function missingCampaign(): never {
  throw new WaypostError('NOT_FOUND', 'there is no such campaign');
}
