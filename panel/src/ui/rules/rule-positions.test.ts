import { assert, constantFrom, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moveItem } from '../../lib/forms/list-items.ts';
import { dropTarget, moveTarget } from './rule-positions.ts';

describe('moveTarget', () => {
  it.each([
    ['up', 2, 1],
    ['up', 0, 0],
    ['down', 2, 3],
    ['down', 4, 4],
    ['first', 3, 0],
    ['last', 1, 4],
  ] as const)('%s from position %d of 5 leads to %d', (verb, at, target) => {
    expect(moveTarget(verb, at, 5)).toBe(target);
  });
});

describe('dropTarget', () => {
  it('puts the rule next to the one it is dropped on, and keeps the order of all others', () => {
    const position = integer({ min: 0, max: 9 });
    assert(
      property(position, position, constantFrom('before' as const, 'after' as const), (from, at, side) => {
        const rules = Array.from({ length: 10 }, (_, number) => number);
        const moved = moveItem(rules, from, dropTarget(from, at, side));
        expect(moved.filter((rule) => rule !== from)).toEqual(rules.filter((rule) => rule !== from));
        if (from !== at) expect(moved.indexOf(from) - moved.indexOf(at)).toBe(side === 'before' ? -1 : 1);
        else expect(moved).toEqual(rules);
      }),
    );
  });
});
