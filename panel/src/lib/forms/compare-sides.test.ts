import { expect, it } from 'vitest';
import { compareSides, isSame, mergeSides } from './compare-sides.ts';

const base = { name: 'A', url: 'https://a', caps: [{ limit: 1 }], country: '' };

it('compareSides returns fields changed by someone else, and whether they were changed here too', () => {
  const mine = { ...base, name: 'B', url: 'https://mine' };
  const theirs = { ...base, url: 'https://theirs', caps: [{ limit: 2 }] };
  expect(compareSides({ base, mine, theirs })).toEqual([
    { name: 'url', isMineToo: true },
    { name: 'caps', isMineToo: false },
  ]);
});

it('compareSides returns nothing if both sides made the same change', () => {
  const changed = { ...base, caps: [{ limit: 3 }] };
  expect(compareSides({ base, mine: changed, theirs: structuredClone(changed) })).toEqual([]);
});

it('mergeSides applies the choices and keeps fields changed only here', () => {
  const mine = { ...base, name: 'B', url: 'https://mine' };
  const theirs = { ...base, url: 'https://theirs', caps: [{ limit: 2 }] };
  const sides = { base, mine, theirs };
  expect(mergeSides(sides, { url: 'mine', caps: 'theirs' })).toEqual({ ...mine, caps: [{ limit: 2 }] });
  expect(mergeSides(sides, { url: 'theirs', caps: 'theirs' })).toEqual({ ...theirs, name: 'B' });
});

it.each<[string, unknown, unknown, boolean]>([
  ['equal lists', [1, { a: 2 }], [1, { a: 2 }], true],
  ['lists in a different order', [1, 2], [2, 1], false],
  ['a number and its text', 1, '1', false],
  ['null and an empty string', null, '', false],
  ['a missing field and an undefined field', {}, { a: undefined }, true],
  ['0 and -0', 0, -0, true],
])('isSame returns $3 for $0', (_, one, other, expected) => {
  expect(isSame(one, other)).toBe(expected);
});

it('mergeSides keeps the values of the form if no choices were made', () => {
  const mine = { ...base, name: 'B' };
  expect(mergeSides({ base, mine, theirs: { ...base, name: 'C' } }, {})).toEqual(mine);
});

it('mergeSides ignores choices for fields that do not differ', () => {
  const mine = { ...base, name: 'B' };
  expect(mergeSides({ base, mine, theirs: base }, { name: 'theirs' })).toEqual(mine);
});
