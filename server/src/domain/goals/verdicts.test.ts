import { expect, it } from 'vitest';
import { heaviest, mayChange, verdicts, type Verdict } from './verdicts.ts';

it('each verdict has a sentence of its own', () => {
  const sentences = Object.values(verdicts);
  expect(new Set(sentences).size).toBe(sentences.length);
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].*\.$/);
});

it('what counted is said before what did not', () => {
  expect(heaviest(['duplicate', 'counted', 'updated'])).toBe('counted');
  expect(heaviest(['duplicate', 'outdated-status'])).toBe('outdated-status');
  expect(heaviest(['duplicate', 'other-amount'])).toBe('other-amount');
  expect(heaviest([])).toBe('no-action');
});

it('only what counted nothing can come to another end', () => {
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
