import { newId } from '../../platform/ids.ts';
import type { StoredConversion } from '../../store/attribution/conversions.ts';

/** A conversion as it is stored; give what shall differ. */
export function makeStoredConversion(change: Partial<StoredConversion>): StoredConversion {
  const outside = { revenue: '0', flatCost: '0', shareCost: '0' };
  const costs = { flatCost: '0', shareCost: '0', outside };
  return {
    id: newId(),
    workspaceId: newId(),
    campaignId: newId(),
    visitId: newId(),
    position: 0,
    receivedMs: Date.now(),
    expires: '2028-01-01',
    state: {
      idx: 1,
      transactionId: '',
      ordinal: 0,
      event: '',
      label: 'Conversion',
      isConversion: true,
      status: 'approved',
      hasEarned: true,
      isRejectionCounted: false,
      changedMs: Date.now(),
      sent: null,
      amounts: { payout: '1', currency: 'USD', revenue: '1', value: null, ...costs },
      isFromPage: false,
    },
    ...change,
  };
}
