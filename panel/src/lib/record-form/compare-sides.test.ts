import { expect, it } from 'vitest';
import { compareSides, mergeSides } from './compare-sides.ts';

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
