import { describe, expect, it } from 'vitest';
import { buildListRequest, chooseShown, isNarrowed, isTooLarge, rowsOf } from './use-record-list.ts';

it.each([
  [false, 'is not known yet', undefined],
  [true, 'was not counted', null],
  [false, 'is 0', 0],
  [false, 'is 5,000', 5_000],
  [true, 'is 5,001', 5_001],
])('isTooLarge is %s for a list whose total %s', (expected, _, total) => {
  expect(isTooLarge(total)).toBe(expected);
});

it.each([
  [false, 'without a search, order or filter', {}],
  [false, 'with filters without values', { filters: { status: undefined, trafficSourceId: undefined } }],
  [true, 'with a search', { q: 'spring' }],
  [true, 'with an order', { sort: '-name' }],
  [true, 'with a filter', { filters: { status: 'paused' as const } }],
])('isNarrowed is %s %s', (expected, _, narrowing) => {
  expect(isNarrowed({ q: '', sort: undefined, filters: {}, ...narrowing })).toBe(expected);
});

describe('buildListRequest', () => {
  const none = { archived: '0' as const, q: '', sort: undefined, filters: {} };

  it('requests a page with the search, order and filters', () => {
    const narrowing = {
      archived: '1' as const,
      q: 'spring',
      sort: '-name',
      filters: { status: 'active' as const },
    };
    expect(buildListRequest(narrowing, 'c2')).toEqual({
      limit: 500,
      archived: '1',
      cursor: 'c2',
      q: 'spring',
      sort: '-name',
      status: 'active',
    });
  });

  it('leaves out an empty search', () => {
    expect(buildListRequest(none, undefined)).not.toHaveProperty('q');
  });
});

describe('chooseShown', () => {
  const all = { data: 'all rows' as string | undefined };
  const filtered = { data: 'filtered rows' as string | undefined };
  const loading = { data: undefined };

  it('shows the rows that the server found if the list is too large to load completely', () => {
    expect(chooseShown(all, filtered, true)).toBe(filtered);
  });

  it('shows all rows until the server has answered', () => {
    expect(chooseShown(all, loading, true)).toBe(all);
  });

  it('shows all rows once the search is cleared, although the disabled query keeps its previous rows', () => {
    expect(chooseShown(all, filtered, false)).toBe(all);
  });
});

describe('rowsOf', () => {
  const meta = { total: 3, nextCursor: null };
  const data = {
    pages: [
      { items: ['a', 'b'], meta },
      { items: ['c'], meta },
    ],
    pageParams: [],
  };

  it('joins the pages in order', () => {
    expect(rowsOf(data)).toEqual(['a', 'b', 'c']);
  });

  it('returns the same array for the same data, and a new array for new data', () => {
    expect(rowsOf(data)).toBe(rowsOf(data));
    expect(rowsOf({ ...data })).not.toBe(rowsOf(data));
  });
});
