import type { Executor } from '../../store/database.ts';
import { listOfferUses } from '../../store/offers.ts';
import { listPoolUses } from '../../store/path-pools.ts';
import type { WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { archiveRecord } from '../records/archive-record.ts';
import type { NamedRecord } from '../records/refuse-blocked.ts';
import { offerRecord } from './offer-record.ts';

/** Refused while a rotator's pool holds it or an offer that is not archived overflows to it. */
export async function archiveOffer(context: WorkspaceContext, id: string): Promise<void> {
  requirePermission(context.actor, 'offers.write');
  await archiveRecord(context, offerRecord, id, listBlockers);
}

async function listBlockers(executor: Executor, workspaceId: string, id: string): Promise<NamedRecord[]> {
  const pools = await listPoolUses(executor, workspaceId, 'offers', id);
  const offers = await listOfferUses(executor, workspaceId, 'overflow_offer_id', id);
  return [
    ...pools.map((rotator) => ({ type: 'rotator', ...rotator })),
    ...offers.map((offer) => ({ type: 'offer', ...offer })),
  ];
}
