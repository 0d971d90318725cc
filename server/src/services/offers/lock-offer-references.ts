import type { Executor } from '../../store/database/database.ts';
import type { OfferRow } from '../../store/records/offers.ts';
import { affiliateNetworkRecord } from '../affiliate-networks/affiliate-networks.ts';
import { lockReference } from '../records/lock-reference.ts';
import type { NamedRecord } from '../records/refuse-blocked.ts';
import { offerRecord } from './offers.ts';

/** Locks offers before networks. All callers use this order, which avoids deadlocks. */
export async function lockOfferReferences(
  executor: Executor,
  workspaceId: string,
  references: Partial<Pick<OfferRow, 'affiliateNetworkId' | 'overflowOfferId'>>,
  offer?: NamedRecord,
): Promise<void> {
  const overflowId = references.overflowOfferId ?? null;
  if (overflowId !== null) {
    const overflow = { kind: offerRecord, id: overflowId, label: 'fallback offer' };
    await lockReference(executor, workspaceId, overflow, offer);
  }
  const networkId = references.affiliateNetworkId ?? null;
  if (networkId !== null) {
    const network = { kind: affiliateNetworkRecord, id: networkId };
    await lockReference(executor, workspaceId, network, offer);
  }
}
