import { expect, it } from 'vitest';
import { eventFilters, readEventSearch } from './event-search.ts';

it('an address that means nothing is left out, and digits are a text', () => {
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

it('what is looked for is asked by its name; a click id where nothing is said', () => {
  expect(eventFilters({ q: ' abc ' })).toEqual({ clickId: 'abc' });
  expect(eventFilters({ by: 'externalId', q: 'x', type: 'event', campaignId: 'c' })).toEqual({
    externalId: 'x',
    type: 'event',
    campaignId: 'c',
  });
});
