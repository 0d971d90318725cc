import { describe, expect, it } from 'vitest';
import { rankRows, splitRanked } from './rank-rows.ts';

const row = (token1: string | null, profit: number, visits = 10) => ({ token1, profit, visits });
const rank = (...rows: ReturnType<typeof row>[]) =>
  rankRows(rows, { dimension: 'token1', labels: undefined, visits: 40 });
const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);

describe('rankRows', () => {
  it('orders rows by profit, then by visits', () => {
    expect(names(rank(row('a', 1), row('b', 5), row('c', 1, 20), row('d', -3)))).toEqual([
      'b',
      'c',
      'a',
      'd',
    ]);
  });

  it('names unknown values, and keeps the value for filters', () => {
    expect(rank(row(null, 1))).toMatchObject([{ name: 'Unknown', value: null }]);
  });

  it('names visits without a record', () => {
    const rows = [{ landing: null, profit: 1, visits: 1 }];
    expect(rankRows(rows, { dimension: 'landing', labels: {}, visits: 1 })).toMatchObject([{ name: 'None' }]);
  });

  it('computes the share of all visits, not only of the rows', () => {
    expect(rank(row('a', 1, 10))).toMatchObject([{ visitShare: 0.25 }]);
    expect(rankRows([row('a', 0, 0)], { dimension: 'token1', labels: undefined, visits: 0 })).toMatchObject([
      { visitShare: undefined },
    ]);
  });
});

describe('splitRanked', () => {
  it('lists the worst row first, and lists no row twice', () => {
    const { best, worst } = splitRanked(rank(row('a', 9), row('b', 4), row('c', -1), row('d', -8)), 3);
    expect(names(best)).toEqual(['a', 'b', 'c']);
    expect(names(worst)).toEqual(['d']);
  });

  it('lists no profitable row as worst', () => {
    const { worst } = splitRanked(rank(row('a', 9), row('b', 4), row('c', 0)), 1);
    expect(worst).toEqual([]);
  });
});
