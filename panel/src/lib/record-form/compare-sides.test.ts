import { expect, it } from 'vitest';
import { compareSides, mergeSides } from './compare-sides.ts';

const base = { name: 'A', url: 'https://a', caps: [{ limit: 1 }], country: '' };

it('tells what somebody else changed, and whether it was changed here too', () => {
  const mine = { ...base, name: 'B', url: 'https://mine' };
  const theirs = { ...base, url: 'https://theirs', caps: [{ limit: 2 }] };
  expect(compareSides({ base, mine, theirs })).toEqual([
    { name: 'url', isMineToo: true },
    { name: 'caps', isMineToo: false },
  ]);
});

it('has nothing to tell where both sides came to the same', () => {
  const changed = { ...base, caps: [{ limit: 3 }] };
  expect(compareSides({ base, mine: changed, theirs: structuredClone(changed) })).toEqual([]);
});

it('takes what was chosen and keeps what only was changed here', () => {
  const mine = { ...base, name: 'B', url: 'https://mine' };
  const theirs = { ...base, url: 'https://theirs', caps: [{ limit: 2 }] };
  const sides = { base, mine, theirs };
  expect(mergeSides(sides, { url: 'mine', caps: 'theirs' })).toEqual({ ...mine, caps: [{ limit: 2 }] });
  expect(mergeSides(sides, { url: 'theirs', caps: 'theirs' })).toEqual({ ...theirs, name: 'B' });
});
