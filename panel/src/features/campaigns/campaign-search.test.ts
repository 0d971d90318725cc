import { expect, it } from 'vitest';
import { readCampaignSearch } from './campaign-search.ts';

it.each([
  [{ tab: 'goals' }, { tab: 'goals' }],
  [{ tab: 'versions', page: 2 }, { tab: 'versions' }],
  [{ tab: 'overview' }, {}],
  [{ tab: 'links' }, {}],
  [{ tab: 1 }, {}],
  [
    { tab: 'overview', range: 'today', chart: 'visits' },
    { range: 'today', chart: 'visits' },
  ],
  [{}, {}],
])('readCampaignSearch keeps only known tabs other than the first, and reads %j as %j', (search, read) => {
  expect(readCampaignSearch(search)).toEqual(read);
});
