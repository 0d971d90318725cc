import { anything, assert, constantFrom, dictionary, property } from 'fast-check';
import { expect, it } from 'vitest';
import { eventFilters, isByDay, readEventSearch } from './event-search.ts';

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

it('the records of a link filter the events', () => {
  const search = readEventSearch({ offerId: 'o', landingId: '', rotatorId: 7, type: 'event' });
  expect(search).toEqual({ offerId: 'o', type: 'event' });
  expect(eventFilters(search)).toEqual({ offerId: 'o', type: 'event' });
});

it('readEventSearch returns its own result unchanged, for any parameters', () => {
  assert(
    property(
      dictionary(constantFrom('type', 'by', 'q', 'range', 'live', 'campaignId', 'offerId'), anything()),
      (search) => {
        const read = readEventSearch(search);
        expect(readEventSearch(read)).toEqual(read);
      },
    ),
  );
});

it.each([
  [{}, true],
  [{ type: 'event' as const }, true],
  [{ range: 'today', campaignId: 'c' }, true],
  [{ type: 'visit' as const }, false],
  [{ live: true as const }, false],
  [{ q: 'abc' }, false],
])('isByDay(%j) is %s', (search, expected) => {
  expect(isByDay(search)).toBe(expected);
});
