import { expect, it } from 'vitest';
import { readHeader } from './read-header.ts';

const known = { clickId: ['click id', 'cid'], amount: ['payout', 'sum'] } as const;

it('finds columns whatever the case, spaces and dashes of their names', () => {
  for (const name of ['click id', 'click_id', 'clickId', 'CLICK-ID', ' Cid '])
    expect(readHeader(['x', name], known).columns).toEqual(new Map([['clickId', 1]]));
});

it('tells what it does not know, and what is there twice', () => {
  expect(readHeader(['cid', 'Comment', 'payout', '', 'SUM'], known)).toMatchObject({
    unknown: ['Comment'],
    repeated: ['SUM'],
    doubled: [],
    names: ['cid', 'Comment', 'payout', '', 'SUM'],
  });
  expect(readHeader(['payout', 'Pay_Out'], known)).toMatchObject({ doubled: ['Pay_Out'] });
});
