import { expect, it } from 'vitest';
import { readRotatorSearch, readRotatorTab } from './rotator-search.ts';

it.each([
  ['rules', {}],
  ['settings', { tab: 'settings' }],
  ['versions', { tab: 'versions' }],
  ['goals', {}],
  [7, {}],
])('readRotatorSearch reads the tab %j as %j', (tab, search) => {
  expect(readRotatorSearch({ tab })).toEqual(search);
});

it('readRotatorTab accepts every tab, and returns undefined for an unknown one', () => {
  expect(['rules', 'settings', 'versions', 'x'].map(readRotatorTab)).toEqual([
    'rules',
    'settings',
    'versions',
    undefined,
  ]);
});
