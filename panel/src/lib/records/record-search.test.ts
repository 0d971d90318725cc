import { expect, it } from 'vitest';
import { readNewRecordSearch, recordSearch, recordTabs } from './record-search.ts';

it.each([
  [{ tab: 'settings' }, { tab: 'settings' }],
  [{ tab: 'overview' }, {}],
  [{ tab: 'goals' }, {}],
  [{ tab: 7 }, {}],
  [
    { range: 'last-30-days', chart: 'roi', step: 'hour', tab: 'versions', ws: 'x' },
    { range: 'last-30-days', chart: 'roi', step: 'hour', tab: 'versions' },
  ],
])('recordSearch keeps only known tabs other than the first, and reads %j as %j', (search, read) => {
  expect(recordSearch(recordTabs)(search)).toEqual(read);
});

it.each([
  [{ copy: 'a1' }, { copy: 'a1' }],
  [{ copy: '' }, {}],
  [{ copy: ['a1'] }, {}],
])('readNewRecordSearch reads %j as %j', (search, read) => {
  expect(readNewRecordSearch(search)).toEqual(read);
});
