import { describe, expect, it } from 'vitest';
import type { Amounts, Conversion } from './conversion.ts';
import { rowsOfChange } from './conversion-rows.ts';

const amounts: Amounts = {
  payout: '10',
  currency: 'EUR',
  revenue: '11',
  value: '11',
  flatCost: '2',
  shareCost: '1.1',
  outside: { revenue: '0', flatCost: '0', shareCost: '0' },
};
const onHold: Conversion = {
  idx: 3,
  transactionId: 'T1',
  ordinal: 0,
  event: 'sale',
  label: 'Sale',
  isConversion: true,
  status: 'hold',
  hasEarned: true,
  isRejectionCounted: false,
  changedMs: 0,
  sent: { amount: '10', currency: 'EUR' },
  amounts,
  isFromPage: false,
};
const shown = (rows: ReturnType<typeof rowsOfChange>) =>
  rows.map(({ type, idx, status, events, conversions, revenue, cost, value }) =>
    [type, idx, status, events, conversions, revenue, cost, value].join(' '),
  );

describe('rowsOfChange', () => {
  it('writes one row with all feed fields for a new conversion', () => {
    expect(rowsOfChange(null, onHold)).toEqual([
      {
        type: 'event',
        idx: 3,
        label: 'Sale',
        status: 'hold',
        transactionId: 'T1',
        isConversion: true,
        payout: '10',
        currency: 'EUR',
        value: '11',
        events: 1,
        conversions: 1,
        revenue: '11',
        cost: '3.1',
      },
    ]);
  });

  it.each([
    ['approved', 'event 3 approved 1 1 11 3.1 11'],
    ['refunded', 'event 3 refunded 1 1 0 2 11'],
  ] as const)(
    'reverses the old status with an adjustment and adds an event row for the status %s',
    (status, row) => {
      expect(shown(rowsOfChange(onHold, { ...onHold, status }))).toEqual([
        'adjustment 3 hold -1 -1 -11 -3.1 -11',
        row,
      ]);
    },
  );

  it('counts a rejected conversion only in a row without idx, until its status changes', () => {
    const rejected: Conversion = { ...onHold, status: 'rejected', isRejectionCounted: true };
    expect(shown(rowsOfChange(onHold, rejected))).toEqual([
      'adjustment 3 hold -1 -1 -11 -3.1 -11',
      'event 3 rejected 0 0 0 0 ',
      'adjustment 0 rejected 1 0 0 0 ',
    ]);
    expect(shown(rowsOfChange(rejected, { ...onHold, status: 'approved' }))).toEqual([
      'adjustment 0 rejected -1 0 0 0 ',
      'event 3 approved 1 1 11 3.1 11',
    ]);
  });

  it('reverses nothing for a rejection that was never counted', () => {
    const rejected: Conversion = { ...onHold, status: 'rejected' };
    expect(shown(rowsOfChange(rejected, { ...onHold, status: 'approved' }))).toEqual([
      'event 3 approved 1 1 11 3.1 11',
    ]);
  });

  it('counts an event that is not a conversion only as an event', () => {
    expect(shown(rowsOfChange(null, { ...onHold, isConversion: false }))).toEqual([
      'event 3 hold 1 0 11 3.1 11',
    ]);
  });

  it('uses a row without idx to subtract amounts that the totals exclude', () => {
    const outside = { revenue: '11', flatCost: '2', shareCost: '0' };
    const apart: Conversion = { ...onHold, amounts: { ...amounts, outside } };
    expect(shown(rowsOfChange(null, apart))).toEqual([
      'event 3 hold 1 1 11 3.1 11',
      'adjustment 0 hold 0 0 -11 -2 ',
    ]);
    expect(shown(rowsOfChange(apart, { ...apart, status: 'refunded' }))).toEqual([
      'adjustment 3 hold -1 -1 -11 -3.1 -11',
      'adjustment 0 hold 0 0 11 2 ',
      'event 3 refunded 1 1 0 2 11',
      'adjustment 0 refunded 0 0 0 -2 ',
    ]);
  });
});
