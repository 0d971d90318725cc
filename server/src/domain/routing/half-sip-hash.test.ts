import { describe, expect, it } from 'vitest';
import { halfSipHash } from './index.ts';

// Test vectors from the reference implementation. The key consists of bytes 0 to 7, and the input for entry n consists
// of bytes 0 to n - 1.
const vectors = [
  0x5b9f35a9, 0xb85a4727, 0x03a662fa, 0x04e7fe8a, 0x89466e2a, 0x69b6fac5, 0x23fc6358, 0xc563cf8b, 0x8f84b8d0,
  0x79e706f8, 0x3479b094, 0x50300808, 0x2f87f057, 0xff63e677, 0x7cf8ffd6, 0x972bfe74, 0x84acb5d9, 0x5b6474c4,
  0x9b8d5b46, 0x87e3ef7b, 0x45104de3, 0xb3623f61, 0xfe67f370,
];

describe('halfSipHash', () => {
  it('returns the values of the reference implementation', () => {
    const hash = halfSipHash(0x03020100, 0x07060504);
    const text = String.fromCharCode(...vectors.keys());
    expect(vectors.map((_, length) => hash(text.slice(0, length)))).toEqual(vectors);
  });

  it('depends on every character', () => {
    const hash = halfSipHash(1, 2);
    const texts = ['visit', 'wisit', 'vjsit', 'vitit', 'visjt', 'visiu'];
    expect(new Set(texts.map((text) => hash(text))).size).toBe(texts.length);
  });

  it('depends on the key and keeps no state between calls', () => {
    const [one, other] = [halfSipHash(1, 2), halfSipHash(1, 3)];
    const first = one('visit');
    expect(other('visit')).not.toBe(first);
    one('something else');
    expect(one('visit')).toBe(first);
  });
});
