import { campaignFilter, campaignLimitByDefault, type Campaign } from '@waypost/contract/campaigns.ts';
import { listCampaignRows } from '../../store/campaigns.ts';
import { readInWorkspace, type WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { textFilter } from '../records/text-filter.ts';
import { presentCampaign } from './present-campaign.ts';

export type CampaignPage = { campaigns: Campaign[]; meta: { limit: number; count: number } };

/** Newest first, at most as many as asked for. */
export async function listCampaigns(context: WorkspaceContext, input: unknown): Promise<CampaignPage> {
  requirePermission(context.actor, 'campaigns.read');
  const { limit = campaignLimitByDefault, ids, includeArchived, ...text } = parseInput(campaignFilter, input);
  const filter = { text: textFilter(text), ids, includeArchived: includeArchived !== undefined };
  const rows = await readInWorkspace(context, 'list', (executor) =>
    listCampaignRows(executor, context.workspaceId, filter, limit),
  );
  return { campaigns: rows.map(presentCampaign), meta: { limit, count: rows.length } };
}
