import type { Conversion } from '../../domain/conversions/conversion.ts';

export function buildConversion(overrides: Partial<Conversion> = {}): Conversion {
  return {
    idx: 1,
    transactionId: '',
    ordinal: 0,
    event: '',
    label: 'Sale',
    isConversion: true,
    status: 'approved',
    hasEarned: true,
    isRejectionCounted: false,
    changedMs: 0,
    sent: null,
    amounts: {
      payout: '1',
      currency: 'USD',
      revenue: '1',
      value: null,
      flatCost: '0',
      shareCost: '0',
      outside: { revenue: '0', flatCost: '0', shareCost: '0' },
    },
    isFromPage: false,
    ...overrides,
  };
}
