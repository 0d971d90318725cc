import {
  campaignFilter,
  campaignLimitByDefault,
  campaignListQuery,
  type Campaign,
  type PanelCampaign,
} from '@waypost/contract/campaigns/campaigns.ts';
import { isId } from '../../platform/ids.ts';
import type { Executor } from '../../store/database/database.ts';
import { insertCampaignVersion } from '../../store/records/campaign-content.ts';
import {
  findCampaigns,
  listCampaignRows,
  lockCampaigns,
  type CampaignRow,
} from '../../store/records/campaigns.ts';
import { readInWorkspace, type WorkspaceContext } from '../context.ts';
import type { WithTraffic } from '../tools.ts';
import { listRecordPage, type ListedKind, type RecordPage } from '../lists/list-record-page.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { textFilter } from '../records/list-records.ts';
import { refuseMissing } from '../refuse-missing.ts';
import type { RecordKind } from '../records/record-kind.ts';
import { authorOf, requireVersions } from '../records/require-version.ts';
import { lookUpCampaign } from './campaign-lookup.ts';

export const campaignKind: RecordKind = {
  table: 'campaigns',
  name: 'campaign',
  history: 'campaign',
  touched: (campaignIds) => ({ campaignIds }),
};

export function presentCampaign(row: Omit<CampaignRow, 'archivedFrom'>): Campaign {
  return {
    id: row.id,
    name: row.name,
    displayName: `${row.trafficSourceName} - ${row.country ?? 'Global'} - ${row.name}`,
    status: row.status,
    trafficSourceId: row.trafficSourceId,
    country: row.country,
    cost: { mode: row.costMode, amount: Number(row.costAmount) },
    tracking: {
      method: row.trackingMethod,
      domainId: row.domainId,
      includePrefetch: row.includePrefetch,
    },
    destination: { type: 'rotator', rotatorId: row.rotatorId },
    createdAt: row.createdAt.toISOString().slice(0, 19).replace('T', ' '),
  };
}

function presentPanelCampaign(row: CampaignRow): PanelCampaign {
  const { version, archivedFrom, createdAt } = row;
  return { ...presentCampaign(row), version, archivedFrom, createdAt: createdAt.toISOString() };
}

export async function getPanelCampaign(context: WorkspaceContext, id: string): Promise<PanelCampaign> {
  return presentPanelCampaign(await findCampaign(context, id));
}

export async function getCampaign(context: WorkspaceContext, id: string): Promise<Campaign> {
  return presentCampaign(await findCampaign(context, id));
}

async function findCampaign(context: WorkspaceContext, id: string): Promise<CampaignRow> {
  requirePermission(context.actor, 'campaigns.read');
  const row = isId(id) ? await lookUpCampaign(context, id) : undefined;
  return row ?? refuseMissing('campaign');
}

/**
 * Locks the campaign and checks the version that the change is based on. Campaigns of other workspaces are not found.
 */
export async function getCampaignForUpdate(
  executor: Executor,
  context: WorkspaceContext,
  id: string,
): Promise<CampaignRow> {
  const [found] = isId(id) ? await lockCampaigns(executor, context.workspaceId, [id]) : [];
  const campaign = found ?? refuseMissing('campaign');
  requireVersions(context, campaignKind, [campaign]);
  return campaign;
}

type CampaignPage = { campaigns: Campaign[]; meta: { limit: number; count: number } };

export async function listCampaigns(context: WorkspaceContext, input: unknown): Promise<CampaignPage> {
  requirePermission(context.actor, 'campaigns.read');
  const { limit = campaignLimitByDefault, ids, includeArchived, ...text } = parseInput(campaignFilter, input);
  const filter = { text: textFilter(text), ids, includeArchived: includeArchived !== undefined };
  const rows = await readInWorkspace(context, 'list', (executor) =>
    listCampaignRows(executor, context.workspaceId, filter, limit),
  );
  return { campaigns: rows.map(presentCampaign), meta: { limit, count: rows.length } };
}

export async function listCampaignPage(
  context: WorkspaceContext & WithTraffic,
  input: unknown,
): Promise<RecordPage<PanelCampaign>> {
  requirePermission(context.actor, 'campaigns.read');
  const kind: ListedKind<CampaignRow, PanelCampaign> = {
    table: 'campaigns',
    dimension: 'campaign',
    readRows: (executor, workspaceId, { ids }) => findCampaigns(executor, workspaceId, ids),
    present: presentPanelCampaign,
  };
  return await listRecordPage(context, kind, campaignListQuery, input);
}

export async function saveCampaignVersion(
  executor: Executor,
  context: WorkspaceContext,
  id: string,
  options: { isNew?: boolean } = {},
): Promise<void> {
  if (context.withoutVersion === true) return;
  await insertCampaignVersion(executor, context.workspaceId, id, {
    isNew: options.isNew ?? false,
    author: authorOf(context.actor),
    now: context.now(),
  });
}
