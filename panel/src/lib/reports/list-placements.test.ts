import { expect, it } from 'vitest';
import { namingOf } from './field-naming.ts';
import { listPlacements } from './list-placements.ts';

const list = (...names: string[]) => {
  const tokens = names.map((name, at) => ({ index: at + 1, names: [name], hasData: true }));
  return listPlacements(namingOf({ tokens, goalActions: [] })).map(({ label }) => label);
};

it.each([
  ['Zone', ['Campaign ID', 'Creative', 'Zone']],
  ['Placement', ['Placement', 'Keyword']],
  ['Site ID', ['Keyword', 'Site ID', 'Zone']],
])('listPlacements lists %s first', (first, names) => {
  expect(list(...names)[0]).toBe(first);
  expect(new Set(list(...names))).toEqual(new Set(names));
});

it('listPlacements keeps the order of the tokens if none of them identifies placements', () => {
  expect(list('Keyword', 'Creative')).toEqual(['Keyword', 'Creative']);
});

it('listPlacements returns nothing without tokens', () => {
  expect(list()).toEqual([]);
});
