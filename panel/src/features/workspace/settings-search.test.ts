import { expect, it } from 'vitest';
import { readSettingsSearch } from './settings-search.ts';

it.each([
  ['settings', { tab: 'settings' }],
  ['subscription', { tab: 'subscription' }],
  ['versions', { tab: 'versions' }],
  ['goals', {}],
  [null, {}],
])('readSettingsSearch reads the tab %s as %j', (tab, search) => {
  expect(readSettingsSearch({ tab })).toEqual(search);
});
