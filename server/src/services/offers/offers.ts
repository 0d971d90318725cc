import { offerListQuery, type Offer } from '@waypost/contract/campaigns/offers.ts';
import type { Executor } from '../../store/database/database.ts';
import {
  findOffer,
  listOfferRows,
  listOfferUses,
  updateOfferRow,
  type OfferRow,
} from '../../store/records/offers.ts';
import { listPoolUses } from '../../store/records/path-pools.ts';
import type { WorkspaceContext } from '../context.ts';
import type { WithTraffic } from '../tools.ts';
import { listRecordPage, type RecordPage } from '../lists/list-record-page.ts';
import { requirePermission } from '../permissions.ts';
import {
  archiveRecord,
  archiveRecords,
  type ArchivableRecord,
  type Blocker,
} from '../records/archive-records.ts';
import { getRecord } from '../records/get-record.ts';
import type { EditableRecord } from '../records/update-record.ts';

export const offerRecord: EditableRecord<OfferRow> & ArchivableRecord = {
  table: 'offers',
  name: 'offer',
  history: 'offer',
  touched: (offerIds) => ({ offerIds }),
  find: findOffer,
  update: updateOfferRow,
  listBlockers,
};

function presentOffer(row: OfferRow): Offer {
  return { ...row, createdAt: row.createdAt.toISOString() };
}

export async function getOffer(context: WorkspaceContext, id: string): Promise<Offer> {
  requirePermission(context.actor, 'offers.read');
  return presentOffer(await getRecord(context, offerRecord, id, findOffer));
}

export async function listOffers(
  context: WorkspaceContext & WithTraffic,
  input: unknown,
): Promise<RecordPage<Offer>> {
  requirePermission(context.actor, 'offers.read');
  const kind = {
    table: 'offers',
    dimension: 'offer',
    readRows: listOfferRows,
    present: presentOffer,
  } as const;
  return await listRecordPage(context, kind, offerListQuery, input);
}

/**
 * Archives an offer. Fails if a rotator uses the offer, or if the offer is the fallback of an offer that is not
 * archived.
 */
export async function archiveOffer(context: WorkspaceContext, id: string): Promise<void> {
  requirePermission(context.actor, 'offers.write');
  await archiveRecord(context, offerRecord, id);
}

export async function archiveOffers(context: WorkspaceContext, input: unknown): Promise<void> {
  requirePermission(context.actor, 'offers.write');
  await archiveRecords(context, offerRecord, input);
}

async function listBlockers(executor: Executor, workspaceId: string, ids: string[]): Promise<Blocker[]> {
  const pools = await listPoolUses(executor, workspaceId, 'offers', ids);
  const offers = await listOfferUses(executor, workspaceId, 'overflow_offer_id', ids);
  return [
    ...pools.map((rotator) => ({ type: 'rotator', ...rotator })),
    ...offers.map((offer) => ({ type: 'offer', ...offer })),
  ];
}
