import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { deriveKey } from './derive-key.ts';

// Implements HKDF as in RFC 5869: one block is enough for 16 bytes, and a missing salt is a block of zeros.
function slowKey(secret: string, info: string): Buffer {
  const seed = createHmac('sha256', Buffer.alloc(32)).update(secret).digest();
  return createHmac('sha256', seed).update(info).update(Buffer.of(1)).digest().subarray(0, 16);
}

describe('deriveKey', () => {
  it('uses HKDF with SHA-256, which other programs can reproduce', () => {
    expect(Buffer.from(deriveKey('hush', 'click id'))).toEqual(slowKey('hush', 'waypost click id'));
  });

  it('returns the same key for the same input, and different keys for different purposes and secrets', () => {
    expect(deriveKey('hush', 'one')).toEqual(deriveKey('hush', 'one'));
    expect(deriveKey('hush', 'one')).not.toEqual(deriveKey('hush', 'other'));
    expect(deriveKey('hush', 'one')).not.toEqual(deriveKey('hash', 'one'));
  });
});
