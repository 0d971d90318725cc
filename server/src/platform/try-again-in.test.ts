import { expect, it } from 'vitest';
import { tryAgainIn } from './try-again-in.ts';

it.each([
  [1, 'Try again in 1 second.'],
  [2, 'Try again in 2 seconds.'],
  [89, 'Try again in 89 seconds.'],
  [90, 'Try again in 2 minutes.'],
  [840, 'Try again in 14 minutes.'],
  [841, 'Try again in 15 minutes.'],
])('tryAgainIn describes a wait of %d seconds', (seconds, text) => {
  expect(tryAgainIn(seconds)).toBe(text);
});
