import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeBase62 } from './base62.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

// Reference implementation with big integers.
function encodeSlowly(bytes: Uint8Array, digits: number): string {
  let text = '';
  for (let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`); text.length < digits; rest /= 62n)
    text = alphabet.charAt(Number(rest % 62n)) + text;
  return text;
}

const sizes = [
  [2, 4],
  [4, 6],
  [6, 10],
  [8, 12],
  [16, 22],
  [28, 38],
] as const;

describe.each(sizes)('makeBase62 with %i bytes and %i digits', (bytesCount, digitsCount) => {
  const base62 = makeBase62(bytesCount, digitsCount);
  const numbers = fc.uint8Array({ minLength: bytesCount, maxLength: bytesCount });

  it('encodes like a BigInt implementation and decodes to the same bytes', () => {
    fc.assert(
      fc.property(numbers, (bytes) => {
        const text = base62.encode(bytes);
        expect(text).toBe(encodeSlowly(bytes, digitsCount));
        const read = new Uint8Array(bytesCount + 2).fill(0xaa);
        expect(base62.decode(text, read)).toBe(true);
        expect(read).toEqual(Uint8Array.of(...bytes, 0xaa, 0xaa));
      }),
    );
  });

  it.each([0, 1, 255])('encodes and decodes bytes that are all %i', (byte) => {
    const bytes = new Uint8Array(bytesCount).fill(byte);
    const read = new Uint8Array(bytesCount);
    expect(base62.encode(bytes)).toBe(encodeSlowly(bytes, digitsCount));
    expect(base62.decode(base62.encode(bytes), read)).toBe(true);
    expect(read).toEqual(bytes);
  });

  it('rejects a number that is one above the maximum', () => {
    const largest = base62.encode(new Uint8Array(bytesCount).fill(255));
    const last = alphabet.indexOf(largest.at(-1) ?? '');
    expect(last).toBeLessThan(61);
    expect(base62.decode(largest.slice(0, -1) + alphabet.charAt(last + 1), new Uint8Array(bytesCount))).toBe(
      false,
    );
  });

  it.each(['-', '/', ':', '@', '[', '`', '{', '\u007f', '\u0080', 'é', '\uffff'])(
    'rejects %j at every position, and text of any other length',
    (character) => {
      const bytes = new Uint8Array(bytesCount);
      for (let at = 0; at < digitsCount; at += 1)
        expect(base62.decode('0'.repeat(at) + character + '0'.repeat(digitsCount - at - 1), bytes)).toBe(
          false,
        );
      expect(base62.decode('0'.repeat(digitsCount - 2), bytes)).toBe(false);
      expect(base62.decode('0'.repeat(digitsCount + 2), bytes)).toBe(false);
    },
  );
});
