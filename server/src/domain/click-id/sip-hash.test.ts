import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { makeSipHash } from './sip-hash.ts';

const word = (1n << 64n) - 1n;
const turn = (value: bigint, bits: bigint) => ((value << bits) | (value >> (64n - bits))) & word;

// Reference implementation with big integers.
function slowSipHash(key: Uint8Array, bytes: Uint8Array): bigint {
  const littleEndian = (part: Uint8Array) => part.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  const [k0, k1] = [littleEndian(key.subarray(0, 8)), littleEndian(key.subarray(8))];
  let v0 = k0 ^ 0x736f6d6570736575n;
  let v1 = k1 ^ 0x646f72616e646f6dn;
  let v2 = k0 ^ 0x6c7967656e657261n;
  let v3 = k1 ^ 0x7465646279746573n;
  const mix = () => {
    v0 = (v0 + v1) & word;
    v1 = turn(v1, 13n) ^ v0;
    v0 = turn(v0, 32n);
    v2 = (v2 + v3) & word;
    v3 = turn(v3, 16n) ^ v2;
    v0 = (v0 + v3) & word;
    v3 = turn(v3, 21n) ^ v0;
    v2 = (v2 + v1) & word;
    v1 = turn(v1, 17n) ^ v2;
    v2 = turn(v2, 32n);
  };
  const padded = new Uint8Array(Math.floor(bytes.length / 8) * 8 + 8);
  padded.set(bytes);
  padded[padded.length - 1] = bytes.length;
  for (let at = 0; at < padded.length; at += 8) {
    const block = littleEndian(padded.subarray(at, at + 8));
    v3 ^= block;
    mix();
    mix();
    v0 ^= block;
  }
  v2 ^= 0xffn;
  for (let round = 0; round < 4; round += 1) mix();
  return v0 ^ v1 ^ v2 ^ v3;
}

const countingKey = Uint8Array.from({ length: 16 }, (_, at) => at);
const counting = (length: number) => Uint8Array.from({ length }, (_, at) => at);

function hashOf(key: Uint8Array, bytes: Uint8Array): bigint {
  const hash = makeSipHash(key);
  hash.ofBytes(bytes, bytes.length);
  return (BigInt(hash.high) << 32n) | BigInt(hash.low);
}

const keys = fc.uint8Array({ minLength: 16, maxLength: 16 });

describe('makeSipHash', () => {
  // Test vectors from the paper and the reference implementation. The key consists of bytes 0 to 15, and the input of
  // bytes 0 to n - 1.
  it.each([
    [0, 0x726fdb47dd0e0e31n],
    [1, 0x74f839c593dc67fdn],
    [15, 0xa129ca6149be45e5n],
  ])('returns the reference value for %i bytes', (length, expected) => {
    expect(hashOf(countingKey, counting(length))).toBe(expected);
    expect(slowSipHash(countingKey, counting(length))).toBe(expected);
  });

  it('agrees with the reference implementation for each length up to 63 and for long inputs', () => {
    for (const length of [...Array.from({ length: 64 }, (_, at) => at), 255, 256, 257, 2_000])
      expect(hashOf(countingKey, counting(length))).toBe(slowSipHash(countingKey, counting(length)));
  });

  it('agrees with the reference implementation for any key and input', () => {
    fc.assert(
      fc.property(keys, fc.uint8Array({ maxLength: 100 }), (key, bytes) => {
        expect(hashOf(key, bytes)).toBe(slowSipHash(key, bytes));
      }),
    );
  });

  it('hashes only the given number of bytes', () => {
    const hash = makeSipHash(countingKey);
    hash.ofBytes(counting(40), 13);
    expect((BigInt(hash.high) << 32n) | BigInt(hash.low)).toBe(slowSipHash(countingKey, counting(13)));
  });

  it('hashes text of any length as bytes', () => {
    const hash = makeSipHash(countingKey);
    for (const text of [
      '',
      'a',
      'track.example/203.0.113.9',
      'é',
      'x'.repeat(10_000),
      'y'.repeat(200_000),
      'again',
    ]) {
      hash.ofText(text);
      const expected = slowSipHash(countingKey, Buffer.from(text, 'latin1'));
      expect((BigInt(hash.high) << 32n) | BigInt(hash.low)).toBe(expected);
    }
  });

  it('returns the same values for inputs that nearly fill the memory before and after it grows', async () => {
    // A fresh module starts with the initial memory size.
    vi.resetModules();
    const { makeSipHash: makeFresh } = await import('./sip-hash.ts');
    const hash = makeFresh(countingKey);
    const bytes = counting(65_536);
    const hashes = () =>
      Array.from({ length: 129 }, (_, at) => {
        hash.ofBytes(bytes, 65_408 + at);
        return [hash.high, hash.low];
      });
    const first = hashes();
    hash.ofBytes(counting(200_000), 200_000);
    expect(hashes()).toEqual(first);
  });

  it('keeps the keys and results of several instances separate', () => {
    const [one, other] = [makeSipHash(countingKey), makeSipHash(new Uint8Array(16))];
    one.ofText('a');
    const { low, high } = one;
    other.ofText('a');
    expect([one.low, one.high]).toEqual([low, high]);
    expect([other.low, other.high]).not.toEqual([low, high]);
    one.ofText('a');
    expect([one.low, one.high]).toEqual([low, high]);
  });

  it('rejects a key of a different length', () => {
    expect(() => makeSipHash(new Uint8Array(15))).toThrow('16 bytes');
  });
});
