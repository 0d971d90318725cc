import { expect, it } from 'vitest';
import { randomText } from './random-text.ts';

it('randomText has the given length, and no letters that are easily confused', () => {
  expect(randomText()).toHaveLength(12);
  expect(randomText(0)).toBe('');
  expect(randomText(5_000)).toMatch(/^[a-km-np-z2-9]{5000}$/);
});

it('randomText uses all 32 letters and repeats no text', () => {
  expect(new Set(randomText(5_000)).size).toBe(32);
  expect(new Set(Array.from({ length: 500 }, () => randomText())).size).toBe(500);
});
