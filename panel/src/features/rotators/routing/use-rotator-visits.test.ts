import { expect, it } from 'vitest';
import { formatVisits } from './use-rotator-visits.ts';

it('formatVisits formats the visits and share of each rule and path', () => {
  const formatted = formatVisits({
    visits: 4_000,
    rules: [
      { ruleId: 'a', visits: 3_000 },
      { ruleId: null, visits: 999 },
      { ruleId: 'gone', visits: 1 },
    ],
    paths: [{ pathId: 'p', visits: 4_000 }],
  });
  expect(['a', 'b', 'gone', 'new-1'].map(formatted.ofRule)).toEqual([
    '3,000 visits in 7 days, 75%',
    'no visits in 7 days',
    '1 visit in 7 days, 0.03%',
    undefined,
  ]);
  expect(['p', 'q', 'new-2'].map(formatted.ofPath)).toEqual([
    '4,000 visits in 7 days, 100%',
    'no visits in 7 days',
    undefined,
  ]);
  expect(formatted.ofDefault).toBe('999 visits in 7 days, 25.0%');
});

it('formatVisits returns undefined for a rotator without visits', () => {
  const formatted = formatVisits({ visits: 0, rules: [], paths: [] });
  expect([formatted.ofRule('a'), formatted.ofPath('p'), formatted.ofDefault]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
