import { describe, expect, it } from 'vitest';
import { createSecretBox } from './secret-box.ts';

const box = createSecretBox('a secret', 'tests');
const secret = Buffer.from('12345678901234567890');

describe('SecretBox', () => {
  it('opens a sealed value for its owner, and uses a new nonce each time', () => {
    const [first, second] = [box.seal(secret, 'ada'), box.seal(secret, 'ada')];
    expect(first).not.toEqual(second);
    expect(box.open(first, 'ada')).toEqual(secret);
    expect(box.open(second, 'ada')).toEqual(secret);
    expect(first.includes(secret)).toBe(false);
  });

  it('does not open a value for another owner, key or purpose', () => {
    const sealed = box.seal(secret, 'ada');
    expect(box.open(sealed, 'ben')).toBeUndefined();
    expect(createSecretBox('another secret', 'tests').open(sealed, 'ada')).toBeUndefined();
    expect(createSecretBox('a secret', 'other tests').open(sealed, 'ada')).toBeUndefined();
  });

  it('does not open a modified or truncated value', () => {
    const sealed = box.seal(secret, 'ada');
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(sealed.readUInt8(at) ^ 1, at);
      expect(box.open(changed, 'ada')).toBeUndefined();
      expect(box.open(sealed.subarray(0, at), 'ada')).toBeUndefined();
    }
  });
});
