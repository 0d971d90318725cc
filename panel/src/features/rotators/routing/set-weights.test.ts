import { describe, expect, it } from 'vitest';
import { hasEqualWeights, setWeights } from './set-weights.ts';

const items = [
  { pathId: 'a', weight: 100 },
  { pathId: 'b', weight: 50 },
  { pathId: 'c', weight: 100 },
];

describe('setWeights', () => {
  it('changes only the chosen entries, and keeps the given list', () => {
    expect(setWeights(items, new Set([0, 2]), 30)).toEqual([
      { pathId: 'a', weight: 30 },
      { pathId: 'b', weight: 50 },
      { pathId: 'c', weight: 30 },
    ]);
    expect(items[0]?.weight).toBe(100);
  });
});

describe('hasEqualWeights', () => {
  it.each([
    ['no entries', [], true],
    ['one entry', [1], true],
    ['the same weight', [7, 7, 7], true],
    ['one other weight', [7, 7, 8], false],
    ['a weight that is not a number', [7, 'x'], false],
  ])('compares entries with %s', (_, weights, isEqual) => {
    expect(hasEqualWeights(weights.map((weight) => ({ weight })))).toBe(isEqual);
  });
});
