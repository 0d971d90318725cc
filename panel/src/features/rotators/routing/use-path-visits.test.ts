import { expect, it } from 'vitest';
import { sayPathVisits } from './use-path-visits.ts';

it('says what each path got, and its share of all', () => {
  const rows = [
    { path: 'a', visits: 3_000 },
    { path: 'b', visits: 1_000 },
    { path: 'c', visits: 0 },
  ];
  expect([...sayPathVisits(rows)]).toEqual([
    ['a', '3,000 visits in 7 days, 75%'],
    ['b', '1,000 visits in 7 days, 25%'],
  ]);
  expect(sayPathVisits([]).size).toBe(0);
});
