import { expect, it } from 'vitest';
import { keyStates, readKeySearch } from './key-search.ts';

it.each(Object.keys(keyStates))('readKeySearch reads the state %s', (state) => {
  expect(readKeySearch({ state })).toEqual({ state });
});

it.each(['gone', 'toString', '', null, ['active']])('readKeySearch ignores the state %j', (state) => {
  expect(readKeySearch({ state })).toEqual({});
});
