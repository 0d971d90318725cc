import { expect, it } from 'vitest';
import { readHeader } from './read-header.ts';

const known = { clickId: ['click id', 'cid'], amount: ['payout', 'sum'] } as const;

it('readHeader finds columns regardless of case, spaces and dashes', () => {
  for (const name of ['click id', 'click_id', 'clickId', 'CLICK-ID', ' Cid '])
    expect(readHeader(['x', name], known).columns).toEqual(new Map([['clickId', 1]]));
});

it('readHeader reports unknown and repeated columns', () => {
  expect(readHeader(['cid', 'Comment', 'payout', '', 'SUM'], known)).toMatchObject({
    unknown: ['Comment'],
    repeated: ['payout and SUM'],
    doubled: [],
    names: ['cid', 'Comment', 'payout', '', 'SUM'],
  });
  expect(readHeader(['payout', 'Pay_Out'], known)).toMatchObject({ doubled: ['payout and Pay_Out'] });
});
