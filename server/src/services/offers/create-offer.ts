import { newOffer } from '@waypost/contract/campaigns/offers.ts';
import { newId } from '../../platform/ids.ts';
import { insertOffer, type OfferRow } from '../../store/records/offers.ts';
import { recordChange } from '../audit/record-change.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { saveRecordVersion } from '../records/save-record-version.ts';
import { offerRecord } from './offers.ts';
import { lockOfferReferences } from './lock-offer-references.ts';

export async function createOffer(context: WorkspaceContext, input: unknown): Promise<{ id: string }> {
  requirePermission(context.actor, 'offers.write');
  const given = parseInput(newOffer, input);
  const { name, affiliateNetworkId, url, country, payout, caps, overflowOfferId, shortName } = given;
  const content = {
    name,
    affiliateNetworkId: affiliateNetworkId ?? null,
    url,
    country: country ?? null,
    payout,
    caps,
    overflowOfferId: overflowOfferId ?? null,
    shortName: shortName ?? null,
  };
  const offer: Omit<OfferRow, 'version'> = {
    id: newId(),
    ...content,
    status: 'active',
    createdAt: context.now(),
  };
  await inWorkspace(context, async (executor) => {
    await lockOfferReferences(executor, context.workspaceId, offer);
    await insertOffer(executor, context.workspaceId, offer);
    await recordChange(executor, context.workspaceId, context.actor, {
      action: 'offer.create',
      subjectId: offer.id,
      name,
      version: 1,
      after: content,
    });
    await saveRecordVersion(executor, context, offerRecord, offer.id);
  });
  return { id: offer.id };
}
