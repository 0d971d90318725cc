import {
  affiliateNetworkChange,
  affiliateNetworkListQuery,
  type AffiliateNetwork,
} from '@waypost/contract/campaigns/affiliate-networks.ts';
import {
  findAffiliateNetwork,
  listAffiliateNetworkRows,
  updateAffiliateNetworkRow,
  type AffiliateNetworkRow,
} from '../../store/records/affiliate-networks.ts';
import { listOfferUses } from '../../store/records/offers.ts';
import type { WorkspaceContext } from '../context.ts';
import type { WithTraffic } from '../tools.ts';
import { listRecordPage, type RecordPage } from '../lists/list-record-page.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { archiveRecord, archiveRecords, type ArchivableRecord } from '../records/archive-records.ts';
import { getRecord } from '../records/get-record.ts';
import { restoreRecords } from '../records/restore-records.ts';
import { updateRecord, type EditableRecord } from '../records/update-record.ts';

export const affiliateNetworkRecord: EditableRecord<AffiliateNetworkRow> & ArchivableRecord = {
  table: 'affiliate_networks',
  name: 'affiliate-network',
  history: 'affiliate-network',
  touched: (affiliateNetworkIds) => ({ affiliateNetworkIds }),
  find: findAffiliateNetwork,
  update: updateAffiliateNetworkRow,
  listBlockers: async (executor, workspaceId, ids) => {
    const offers = await listOfferUses(executor, workspaceId, 'affiliate_network_id', ids);
    return offers.map((offer) => ({ type: 'offer', ...offer }));
  },
};

function presentAffiliateNetwork(row: AffiliateNetworkRow): AffiliateNetwork {
  return { ...row, createdAt: row.createdAt.toISOString() };
}

export async function getAffiliateNetwork(context: WorkspaceContext, id: string): Promise<AffiliateNetwork> {
  requirePermission(context.actor, 'affiliate-networks.read');
  return presentAffiliateNetwork(await getRecord(context, affiliateNetworkRecord, id, findAffiliateNetwork));
}

export async function listAffiliateNetworks(
  context: WorkspaceContext & WithTraffic,
  input: unknown,
): Promise<RecordPage<AffiliateNetwork>> {
  requirePermission(context.actor, 'affiliate-networks.read');
  const readRows = listAffiliateNetworkRows;
  const kind = {
    table: 'affiliate_networks',
    dimension: 'affiliateNetwork',
    readRows,
    present: presentAffiliateNetwork,
  } as const;
  return await listRecordPage(context, kind, affiliateNetworkListQuery, input);
}

export async function updateAffiliateNetwork(
  context: WorkspaceContext,
  id: string,
  input: unknown,
): Promise<void> {
  requirePermission(context.actor, 'affiliate-networks.write');
  const change = parseInput(affiliateNetworkChange, input);
  const { name, clickIdParam, defaultPayout, currency, postbackIps, statusMap } = change;
  const { duplicatePolicy, decimalMark, status } = change;
  const fields = { name, clickIdParam, defaultPayout, currency, postbackIps, statusMap };
  await updateRecord(context, affiliateNetworkRecord, id, {
    given: { ...fields, duplicatePolicy, decimalMark, status },
  });
}

export async function archiveAffiliateNetwork(context: WorkspaceContext, id: string): Promise<void> {
  requirePermission(context.actor, 'affiliate-networks.write');
  await archiveRecord(context, affiliateNetworkRecord, id);
}

export async function archiveAffiliateNetworks(context: WorkspaceContext, input: unknown): Promise<void> {
  requirePermission(context.actor, 'affiliate-networks.write');
  await archiveRecords(context, affiliateNetworkRecord, input);
}

export async function restoreAffiliateNetworks(
  context: WorkspaceContext,
  input: unknown,
): Promise<{ restored: number }> {
  requirePermission(context.actor, 'affiliate-networks.write');
  return { restored: await restoreRecords(context, affiliateNetworkRecord, input) };
}
