import { expect, it } from 'vitest';
import { readLinkToken } from './link-token.ts';

const token = 'a1_-'.repeat(10) + 'xyz';

it('a link from a mail has a token behind its #; one that was cut off has none', () => {
  expect(readLinkToken(`#token=${token}`)).toBe(token);
  for (const hash of ['', '#', '#token=', `#token=${token.slice(1)}`, `#token=${token}.`, `#tok=${token}`])
    expect(readLinkToken(hash)).toBeUndefined();
});
