import { expect, it } from 'vitest';
import { formatShare } from './format-share.ts';

it.each([
  [0, '0%'],
  [0.25, '0.25%'],
  [0.999, '1.00%'],
  [1, '1%'],
  [33.333, '33.3%'],
  [50, '50%'],
  [99.99, '100.0%'],
  [100, '100%'],
])('formatShare formats %s as %s', (percent, text) => {
  expect(formatShare(percent)).toBe(text);
});
