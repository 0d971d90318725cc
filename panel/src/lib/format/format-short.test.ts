import { expect, it } from 'vitest';
import { formatShort } from './format-short.ts';

it.each([
  ['visits', 7, '7'],
  ['visits', 1_234, '1.2k'],
  ['profit', -0.04, '$0'],
  ['profit', -3.25, '−$3.3'],
  ['profit', 34.4, '$34'],
  ['revenue', 12_345, '$12k'],
  ['roi', 0.254, '25%'],
  ['cr', 0.0123, '1.2%'],
  ['roi', null, '–'],
] as const)('formatShort of %s %d is %s', (id, value, text) => {
  expect(formatShort(id, value, 'USD')).toBe(text);
});
