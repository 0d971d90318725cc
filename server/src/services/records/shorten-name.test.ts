import { recordNameLength } from '@waypost/contract/values/text.ts';
import { expect, it } from 'vitest';
import { shortenName } from './shorten-name.ts';

it('shortenName cuts a name between characters, so that the name and its ending fit into the limit', () => {
  expect(shortenName('Name', ' (copy)')).toBe('Name (copy)');
  expect(shortenName('😀'.repeat(recordNameLength + 1))).toBe('😀'.repeat(recordNameLength));
  expect(shortenName('a'.repeat(recordNameLength), ' (copy)')).toBe(
    `${'a'.repeat(recordNameLength - 7)} (copy)`,
  );
});
