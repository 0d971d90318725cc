import type { WarnedRecord, WarningList } from '@waypost/contract/warnings.ts';
import {
  fallbackWarnings,
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
import { requirePermission } from '../permissions.ts';
import { campaignWarnings } from './find-warnings.ts';

/** Everything in a workspace that has a warning, whoever saved it, and the campaigns that use it. */
export async function listWarnings(context: WorkspaceContext): Promise<WarningList> {
  requirePermission(context.actor, 'campaigns.read');
  const { workspaceId } = context;
  // Looking at thousands of records takes a while, in which no transaction is kept waiting.
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
      : warned('workspace', [{ ...settings, id: workspaceId }], fallbackWarnings)),
    ...warned('campaign', campaigns, campaignWarnings),
    ...warned('traffic-source', read.sources, sourceWarnings),
    ...warned('landing', read.landings, landingWarnings),
    ...warned('offer', read.offers, (offer) => offerWarnings(offer, offer)),
  ];
  const uses = await readInWorkspace(context, 'list', (executor) => readUses(executor, workspaceId, records));
  return { campaigns: campaigns.flatMap((campaign) => describeUse(campaign, uses)), records };
}

function warned<Row extends { id: string; name: string }>(
  type: WarnedRecord['type'],
  rows: Row[],
  warn: (row: Row) => WarnedRecord['warnings'],
): WarnedRecord[] {
  return rows
    .map((row) => ({ type, id: row.id, name: row.name, warnings: warn(row) }))
    .filter(({ warnings }) => warnings.length > 0);
}

type Uses = {
  /** Campaigns, sources and the workspace with a warning, by their own id. */
  own: ReadonlySet<string>;
  workspaceId: string;
  /** What a rotator leads to. */
  byRotator: ReadonlyMap<string, string[]>;
};

async function readUses(executor: Executor, workspaceId: string, records: WarnedRecord[]): Promise<Uses> {
  const idsOf = (type: WarnedRecord['type']) =>
    records.filter((record) => record.type === type).map(({ id }) => id);
  const items = { landingIds: idsOf('landing'), offerIds: idsOf('offer') };
  const byRotator = new Map<string, string[]>();
  for (const { rotatorId, itemId } of await listPoolItems(executor, workspaceId, items))
    byRotator.set(rotatorId, [...(byRotator.get(rotatorId) ?? []), itemId]);
  return { own: new Set(records.map(({ id }) => id)), workspaceId, byRotator };
}

function describeUse(
  campaign: CampaignUrls,
  { own, workspaceId, byRotator }: Uses,
): WarningList['campaigns'] {
  const { id, name, status, rotatorId, trafficSourceId, fallbackUrl } = campaign;
  // The fallback of the workspace is used where the campaign has none of its own.
  const usable = [id, trafficSourceId, ...(fallbackUrl === null ? [workspaceId] : [])];
  const recordIds = [...usable.filter((one) => own.has(one)), ...(byRotator.get(rotatorId) ?? [])];
  return recordIds.length === 0 ? [] : [{ id, name, status, recordIds }];
}
