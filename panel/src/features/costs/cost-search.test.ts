import { anything, assert, constantFrom, dictionary, property } from 'fast-check';
import { expect, it } from 'vitest';
import { readCostSearch } from './cost-search.ts';

it('readCostSearch keeps known values and drops everything else', () => {
  const search = { campaignId: 'c', status: 'withdrawn', open: 'x' };
  expect(readCostSearch({ ...search, page: 2 })).toEqual(search);
  expect(readCostSearch({ campaignId: '', status: 'gone', open: 7 })).toEqual({});
});

it('readCostSearch returns its own result unchanged, for any parameters', () => {
  assert(
    property(dictionary(constantFrom('campaignId', 'status', 'open'), anything()), (search) => {
      const read = readCostSearch(search);
      expect(readCostSearch(read)).toEqual(read);
    }),
  );
});
