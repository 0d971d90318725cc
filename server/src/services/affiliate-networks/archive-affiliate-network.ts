import { listOfferUses } from '../../store/offers.ts';
import type { WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { archiveRecord } from '../records/archive-record.ts';
import { affiliateNetworkRecord } from './affiliate-network-record.ts';

/** Refused while it has offers that are not archived. */
export async function archiveAffiliateNetwork(context: WorkspaceContext, id: string): Promise<void> {
  requirePermission(context.actor, 'affiliate-networks.write');
  await archiveRecord(context, affiliateNetworkRecord, id, async (executor, workspaceId, networkId) => {
    const offers = await listOfferUses(executor, workspaceId, 'affiliate_network_id', networkId);
    return offers.map((offer) => ({ type: 'offer', ...offer }));
  });
}
