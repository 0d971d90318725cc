import type { ListPage } from '@waypost/contract/api/paging.ts';
import { warningListQuery, type WarnedRecord } from '@waypost/contract/campaigns/warnings.ts';
import {
  workspaceWarnings,
  landingWarnings,
  offerWarnings,
  sourceWarnings,
} from '../../domain/warnings/record-warnings.ts';
import { findWorkspaceSettings } from '../../store/accounts/workspace-settings.ts';
import type { Executor } from '../../store/database/database.ts';
import {
  listCampaignUrls,
  listLandingUrls,
  listOfferUrls,
  listPoolItems,
  listSourceMacros,
  type CampaignUrls,
} from '../../store/records/macro-urls.ts';
import { inSnapshot, readInWorkspace, type WorkspaceContext } from '../context.ts';
import { listItems } from '../lists/list-items.ts';
import { requirePermission } from '../permissions.ts';
import { campaignWarnings } from './find-warnings.ts';

type Warned = Omit<WarnedRecord, 'campaigns'>;

const warningList = {
  name: 'warnings',
  query: warningListQuery,
  idOf: ({ id }: WarnedRecord) => id,
  sorts: {
    type: ({ type }: WarnedRecord) => type,
    name: ({ name }: WarnedRecord) => name.toLowerCase(),
  },
  searched: ({ id, name, warnings }: WarnedRecord) => [id, name, ...warnings.map(({ message }) => message)],
};

export async function listWarnings(
  context: WorkspaceContext,
  input: unknown,
): Promise<ListPage<WarnedRecord>> {
  requirePermission(context.actor, 'campaigns.read');
  return await listItems(context, warningList, input, async ({ type, campaignId }) => {
    const records = await readWarnedRecords(context);
    return records
      .filter((record) => type === undefined || record.type === type)
      .filter(({ campaigns }) => campaignId === undefined || campaigns.some(({ id }) => id === campaignId));
  });
}

/** Finds records with warnings. The caller must check the permission. */
export async function readWarnedRecords(context: WorkspaceContext): Promise<WarnedRecord[]> {
  const { workspaceId } = context;
  // The warnings are computed outside the transaction, because computing them for thousands of records takes a while.
  const read = await inSnapshot(context, async (executor) => ({
    settings: await findWorkspaceSettings(executor, workspaceId),
    campaigns: await listCampaignUrls(executor, workspaceId),
    sources: await listSourceMacros(executor, workspaceId),
    landings: await listLandingUrls(executor, workspaceId),
    offers: await listOfferUrls(executor, workspaceId),
  }));
  const { settings, campaigns } = read;
  const records = [
    ...(settings === undefined
      ? []
      : warned('workspace', [{ ...settings, id: workspaceId }], workspaceWarnings)),
    ...warned('campaign', campaigns, campaignWarnings),
    ...warned('traffic-source', read.sources, sourceWarnings),
    ...warned('landing', read.landings, landingWarnings),
    ...warned('offer', read.offers, (offer) => offerWarnings(offer, offer)),
  ];
  const uses = await readInWorkspace(context, 'list', (executor) => readUses(executor, workspaceId, records));
  const users = Map.groupBy(
    campaigns.flatMap((campaign) => listUses(campaign, uses)),
    ({ recordId }) => recordId,
  );
  return records.map((record) => ({
    ...record,
    campaigns: (users.get(record.id) ?? []).map(({ campaign }) => campaign),
  }));
}

function warned<Row extends { id: string; name: string }>(
  type: WarnedRecord['type'],
  rows: Row[],
  warn: (row: Row) => Warned['warnings'],
): Warned[] {
  return rows
    .map((row) => ({ type, id: row.id, name: row.name, warnings: warn(row) }))
    .filter(({ warnings }) => warnings.length > 0);
}

type Uses = {
  own: ReadonlySet<string>;
  workspaceId: string;
  byRotator: ReadonlyMap<string, string[]>;
};

async function readUses(executor: Executor, workspaceId: string, records: Warned[]): Promise<Uses> {
  const idsOf = (type: Warned['type']) =>
    records.filter((record) => record.type === type).map(({ id }) => id);
  const items = { landingIds: idsOf('landing'), offerIds: idsOf('offer') };
  const byRotator = new Map<string, string[]>();
  for (const { rotatorId, itemId } of await listPoolItems(executor, workspaceId, items))
    byRotator.set(rotatorId, [...(byRotator.get(rotatorId) ?? []), itemId]);
  return { own: new Set(records.map(({ id }) => id)), workspaceId, byRotator };
}

type Use = { recordId: string; campaign: WarnedRecord['campaigns'][number] };

function listUses(campaign: CampaignUrls, { own, workspaceId, byRotator }: Uses): Use[] {
  const { id, name, status, rotatorId, trafficSourceId, fallbackUrl } = campaign;
  // The workspace's fallback applies to campaigns that have no fallback URL.
  const usable = [id, trafficSourceId, ...(fallbackUrl === null ? [workspaceId] : [])];
  const recordIds = [...usable.filter((one) => own.has(one)), ...(byRotator.get(rotatorId) ?? [])];
  return [...new Set(recordIds)].map((recordId) => ({ recordId, campaign: { id, name, status } }));
}
