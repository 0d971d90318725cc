import { expect, it } from 'vitest';
import { formatVisits } from './use-rotator-visits.ts';

it('says what each rule and path got, and its share of all', () => {
  const said = formatVisits({
    visits: 4_000,
    rules: [
      { ruleId: 'a', visits: 3_000 },
      { ruleId: null, visits: 999 },
      { ruleId: 'gone', visits: 1 },
    ],
    paths: [{ pathId: 'p', visits: 4_000 }],
  });
  expect(['a', 'b', 'gone', 'new-1'].map(said.ofRule)).toEqual([
    '3,000 visits in 7 days, 75%',
    'no visits in 7 days',
    '1 visit in 7 days, 0.03%',
    undefined,
  ]);
  expect(['p', 'q', 'new-2'].map(said.ofPath)).toEqual([
    '4,000 visits in 7 days, 100%',
    'no visits in 7 days',
    undefined,
  ]);
  expect(said.ofDefault).toBe('999 visits in 7 days, 25.0%');
});

it('says nothing of a rotator that nobody came to', () => {
  const said = formatVisits({ visits: 0, rules: [], paths: [] });
  expect([said.ofRule('a'), said.ofPath('p'), said.ofDefault]).toEqual([undefined, undefined, undefined]);
});
