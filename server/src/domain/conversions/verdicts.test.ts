import { expect, it } from 'vitest';
import { heaviest, mayChange, verdicts, type Verdict } from './verdicts.ts';

it('every verdict has a distinct sentence', () => {
  const sentences = Object.values(verdicts);
  expect(new Set(sentences).size).toBe(sentences.length);
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/);
});

it('heaviest returns the most significant verdict, or no-action if there are none', () => {
  expect(heaviest(['duplicate', 'counted', 'updated'])).toBe('counted');
  expect(heaviest(['duplicate', 'outdated-status'])).toBe('outdated-status');
  expect(heaviest(['duplicate', 'other-amount'])).toBe('other-amount');
  expect(heaviest([])).toBe('no-action');
});

it('mayChange is true only for verdicts that counted nothing', () => {
  expect((Object.keys(verdicts) as Verdict[]).filter(mayChange)).toEqual([
    'other-amount',
    'waiting',
    'no-visit',
    'expired-window',
    'refused-source',
    'from-page',
    'no-rule',
    'no-action',
    'unknown-status',
    'invalid-amount',
    'nothing-to-refund',
    'partial-refund',
    'unknown-currency',
  ]);
});
