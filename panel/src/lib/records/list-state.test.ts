import { defaultParseSearch, defaultStringifySearch } from '@tanstack/react-router';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readListSearch } from './list-state.ts';
import { readLogSearch } from './log-search.ts';

const throughUrl = (search: object) =>
  defaultParseSearch(defaultStringifySearch(search as Record<string, unknown>));
// Strings that could change on the way through a URL: numbers, JSON, separators and arbitrary Unicode.
const anyText = fc.oneof(
  fc.string({ minLength: 1, unit: 'grapheme' }),
  fc.constantFrom(
    '0',
    '007',
    '1e3',
    'true',
    'null',
    '{"a":1}',
    '[]',
    '"',
    'a&b=c',
    '%',
    '+',
    '#',
    '12345678901234567890',
  ),
);
const optional = (names: readonly string[]) =>
  fc.record(Object.fromEntries(names.map((name) => [name, anyText])), { requiredKeys: [] });

describe('readListSearch', () => {
  it('reads every list state that the panel writes into the URL', () => {
    const names = ['q', 'sort', 'affiliateNetworkId', 'country', 'status', 'trafficSourceId', 'range'];
    const anySearch = fc
      .tuple(optional(names), fc.boolean())
      .map(([texts, isArchived]) => ({ ...texts, ...(isArchived ? { archived: true } : {}) }));
    fc.assert(
      fc.property(anySearch, (search) => {
        expect(readListSearch(throughUrl(search))).toEqual(search);
      }),
    );
  });

  it.each([
    ['a number typed into the URL', '?q=42', { q: '42' }],
    ['the order of a column', '?sort=-visits', { sort: '-visits' }],
    ['the archived records', '?archived=true', { archived: true }],
    ['not archived, unless it is true', '?archived=1', {}],
    ['not archived, if it is text', '?archived=%22true%22', {}],
    ['no empty text', '?q=&country=DE', { country: 'DE' }],
    ['no list or object', '?q=%5B1%5D&sort=%7B%7D', {}],
    ['no unknown parameter', '?q=a&admin=true', { q: 'a' }],
  ])('reads $1 as $2: $0', (_, url, search) => {
    expect(readListSearch(defaultParseSearch(url))).toEqual(search);
  });
});

describe('readLogSearch', () => {
  it('reads every log state that the panel writes into the URL', () => {
    const names = ['campaignId', 'verdict', 'clickId', 'range', 'open'];
    const anySearch = fc
      .tuple(optional(names), fc.constantFrom('waiting', 'delivered', 'failed', undefined))
      .map(([texts, state]) => ({ ...texts, ...(state === undefined ? {} : { state }) }));
    fc.assert(
      fc.property(anySearch, (search) => {
        expect(readLogSearch(throughUrl(search))).toEqual(search);
      }),
    );
  });

  it.each([
    ['a click ID of digits typed into the URL', '?clickId=42', { clickId: '42' }],
    ['no unknown state', '?state=lost&range=today', { range: 'today' }],
    ['no inherited property as a state', '?state=toString', {}],
    ['no empty text', '?open=&verdict=', {}],
    ['no list', '?campaignId=%5B%22a%22%5D', {}],
  ])('reads $1 as $2: $0', (_, url, search) => {
    expect(readLogSearch(defaultParseSearch(url))).toEqual(search);
  });
});
