import type { Offer } from '@waypost/contract/offers.ts';
import { findOffer } from '../../store/offers.ts';
import type { WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { getRecord } from '../records/get-record.ts';
import { offerRecord } from './offer-record.ts';
import { presentOffer } from './present-offer.ts';

export async function getOffer(context: WorkspaceContext, id: string): Promise<Offer> {
  requirePermission(context.actor, 'offers.read');
  return presentOffer(await getRecord(context, offerRecord, id, findOffer));
}
