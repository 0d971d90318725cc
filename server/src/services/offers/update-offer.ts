import { offerChange } from '@waypost/contract/campaigns/offers.ts';
import { isId } from '../../platform/ids.ts';
import { lockRecords } from '../../store/records/records.ts';
import type { WorkspaceContext } from '../context.ts';
import { invalidInput, parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { updateRecord } from '../records/update-record.ts';
import { lockOfferReferences } from './lock-offer-references.ts';
import { offerRecord } from './offers.ts';

export async function updateOffer(context: WorkspaceContext, id: string, input: unknown): Promise<void> {
  requirePermission(context.actor, 'offers.write');
  const given = parseInput(offerChange, input);
  const { name, affiliateNetworkId, url, country, payout, caps, overflowOfferId, shortName, status } = given;
  const overflowId = overflowOfferId ?? undefined;
  if (overflowId === id.toLowerCase())
    throw invalidInput([{ path: 'overflowOfferId', message: 'must be a different offer' }]);
  await updateRecord(context, offerRecord, id, {
    given: { name, affiliateNetworkId, url, country, payout, caps, overflowOfferId, shortName, status },
    // Locks both offers in one statement, ordered by ID. Otherwise, two requests that make two offers each other's
    // fallback could deadlock.
    lockFirst: async (executor) => {
      if (overflowId !== undefined && isId(id))
        await lockRecords(executor, 'offers', context.workspaceId, [id, overflowId]);
    },
    check: (executor, before, changed) =>
      lockOfferReferences(executor, context.workspaceId, changed, {
        type: 'offer',
        id: before.id,
        name: before.name,
      }),
  });
}
