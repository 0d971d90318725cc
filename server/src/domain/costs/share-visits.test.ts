import { expect, it } from 'vitest';
import { isSameScope, mayShareVisits, type CostScope } from './share-visits.ts';

const scope = (fromMs: number, untilMs: number, tokens: Record<string, string> = {}): CostScope => ({
  fromMs,
  untilMs,
  tokens,
});

it.each<[string, CostScope, CostScope, boolean]>([
  ['periods that only touch', scope(0, 10), scope(10, 20), false],
  ['periods with a moment in common', scope(0, 11), scope(10, 20), true],
  ['all visits, and those of a site', scope(0, 10), scope(0, 10, { token1: 'a' }), true],
  ['two sites', scope(0, 10, { token1: 'a' }), scope(0, 10, { token1: 'b' }), false],
  ['a site, and an ad', scope(0, 10, { token1: 'a' }), scope(0, 10, { token2: 'b' }), true],
  [
    'an ad on two sites',
    scope(0, 10, { token1: 'a', token2: 'x' }),
    scope(0, 10, { token1: 'b', token2: 'x' }),
    false,
  ],
])('%s', (_, left, right, expected) => {
  expect([mayShareVisits(left, right), mayShareVisits(right, left)]).toEqual([expected, expected]);
});

it('a scope is the same in period and tokens, whatever their order', () => {
  expect(
    isSameScope(scope(0, 1, { token1: 'a', token2: 'b' }), scope(0, 1, { token2: 'b', token1: 'a' })),
  ).toBe(true);
  expect(isSameScope(scope(0, 1), scope(0, 1, { token1: 'a' }))).toBe(false);
  expect(isSameScope(scope(0, 1, { token1: 'a' }), scope(0, 1, { token1: 'b' }))).toBe(false);
  expect(isSameScope(scope(0, 1), scope(0, 2))).toBe(false);
});
