import { expect, it } from 'vitest';
import { formatPathName } from './path-name.ts';

it.each([
  ['Push', false, 'Push'],
  ['Block', false, 'Block'],
  ['block', true, 'Block'],
  ['Bots', true, 'Block: Bots'],
])('formatPathName shows a path named %s (blocks: %s) as %s', (name, blocks, shown) => {
  expect(formatPathName({ name, blocks })).toBe(shown);
});
