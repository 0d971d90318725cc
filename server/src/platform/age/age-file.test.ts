import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { decryptAge, encryptAge, parseAgeIdentities, parseAgeRecipient } from './age-file.ts';

// Written by `age-keygen` and `age` 1.1.1.
const recipientText = 'age1vngwqtmq4fdy0luceq9h45vjqwfp707apj83wrk29fvz78emtpfsfl3aft';
const identityText = `# created: 2026-11-19T05:04:15Z
# public key: ${recipientText}
AGE-SECRET-KEY-13V0CK534SQ7A66E40D462FJ8XP9A68GJ4VVNS7L5P7ASXANRA2MS8N0K89
`;
const file = Buffer.from(
  'YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSA5YzhHSmxQR3NqSjhWL3RmYUpnLy96Wi95WG95c1dabmc2eTlEUzB2WWxzCm85M2tlZVRhNEFKYkdudXlvYWJqSkgvZjJ1bnFyWVBYSmR1YUNCWmpEUm8KLS0tIHhXWXZQN3RZa1lHVHIreWcrTWFPekhOUjhKanArRzh3WEg5bHI5WDQwbEUKH6H0w2ysrCPyK8aMBowTUwR7RsieboBv1KFwSOFTBVVqj5ZlEPRvbaGUqQ==',
  'base64',
);
const otherIdentity = Buffer.alloc(32, 7);
const recipient = parseAgeRecipient(recipientText) ?? Buffer.alloc(0);
const identities = parseAgeIdentities(identityText);

describe('an age file', () => {
  it('of the age program is decrypted, also with several identities', () => {
    expect(decryptAge(file, identities)?.toString()).toBe('the secrets');
    expect(decryptAge(file, [otherIdentity, ...identities])?.toString()).toBe('the secrets');
  });

  it.each([0, 1, 65_535, 65_536, 65_537, 200_000])(
    'with %i bytes is decrypted to the same content',
    (bytes) => {
      const content = randomBytes(bytes);
      const encrypted = encryptAge(content, recipient);
      expect(decryptAge(encrypted, identities)?.equals(content)).toBe(true);
      expect(encrypted.equals(encryptAge(content, recipient))).toBe(false);
    },
  );

  it('is not decrypted without its identity', () => {
    expect(decryptAge(file, [])).toBeUndefined();
    expect(decryptAge(file, [otherIdentity])).toBeUndefined();
  });

  it('is not decrypted if a byte was changed or the end is missing', () => {
    const long = encryptAge(Buffer.alloc(65_536 + 10), recipient);
    expect(decryptAge(long.subarray(0, -26), identities)).toBeUndefined();
    for (let at = 0; at < file.length; at += 1) {
      const changed = Buffer.from(file);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(decryptAge(changed, identities)).toBeUndefined();
    }
    for (let length = 0; length < file.length; length += 1)
      expect(decryptAge(file.subarray(0, length), identities)).toBeUndefined();
  });
});

describe('age keys', () => {
  it('are read in lower and upper case', () => {
    expect(recipient).toHaveLength(32);
    expect(parseAgeRecipient(recipientText.toUpperCase())).toEqual(recipient);
    expect(identities).toHaveLength(1);
  });

  it.each([
    ['a typing error', recipientText.replace('age1v', 'age1w')],
    ['mixed case', recipientText.replace('age1v', 'age1V')],
    ['another kind of key', 'age1pq1qqqqqq'],
    ['a private key', identityText.split('\n')[2] ?? ''],
    ['nothing', ''],
  ])('are rejected with %s', (_, text) => {
    expect(parseAgeRecipient(text)).toBeUndefined();
  });
});
