import { expect, it } from 'vitest';
import { eventFilters, readEventSearch } from './event-search.ts';

it('readEventSearch ignores invalid parameters and reads digits as text', () => {
  expect(
    readEventSearch({ type: 'visit', by: 'transactionId', q: 1234, range: 'today', live: true }),
  ).toEqual({
    type: 'visit',
    by: 'transactionId',
    q: '1234',
    range: 'today',
    live: true,
  });
  expect(readEventSearch({ type: 'nothing', by: 'ip', q: '', range: '', live: 'yes' })).toEqual({});
});

it('eventFilters searches by click ID unless a different ID is chosen', () => {
  expect(eventFilters({ q: ' abc ' })).toEqual({ clickId: 'abc' });
  expect(eventFilters({ by: 'externalId', q: 'x', type: 'event', campaignId: 'c' })).toEqual({
    externalId: 'x',
    type: 'event',
    campaignId: 'c',
  });
});
