import { expect, it } from 'vitest';
import { keepAddress } from './keep-address.ts';

it.each([
  ['203.0.113.77', 'full', '203.0.113.77'],
  ['203.0.113.77', 'truncated', '203.0.113.0'],
  ['203.0.113.77', 'none', ''],
  ['2001:db8:1:2:3:4:5:6', 'truncated', '2001:db8:1:0:0:0:0:0'],
  ['::ffff:203.0.113.77', 'truncated', '203.0.113.0'],
  ['no address', 'full', 'no address'],
  ['no address', 'truncated', ''],
  ['no address', 'none', ''],
  ['', 'truncated', ''],
] as const)('keepAddress stores %j with the setting %s as %j', (address, privacy, kept) => {
  expect(keepAddress(address, privacy)).toBe(kept);
});
