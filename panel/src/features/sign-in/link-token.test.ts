import { expect, it } from 'vitest';
import { readLinkToken } from './link-token.ts';

const token = 'a1_-'.repeat(10) + 'xyz';

it('readLinkToken reads a complete token from the hash and ignores a truncated one', () => {
  expect(readLinkToken(`#token=${token}`)).toBe(token);
  for (const hash of ['', '#', '#token=', `#token=${token.slice(1)}`, `#token=${token}.`, `#tok=${token}`])
    expect(readLinkToken(hash)).toBeUndefined();
});
