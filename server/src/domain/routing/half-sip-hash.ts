import type { Hash32 } from './make-draw.ts';

/**
 * Creates a HalfSipHash-2-4 hash of ASCII text, for draws only, never for signatures. Without the key, nobody can
 * predict or influence a draw. Hashing takes a fraction of the time that Node's HMAC needs, which matters because a
 * visit has three draws.
 */
export function halfSipHash(keyLow: number, keyHigh: number): Hash32 {
  // The state is reused between calls, so that nothing is allocated. Calls cannot interleave.
  let [v0, v1, v2, v3] = [0, 0, 0, 0];

  function mix(): void {
    v0 = (v0 + v1) | 0;
    v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
    v0 = (v0 << 16) | (v0 >>> 16);
    v2 = (v2 + v3) | 0;
    v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
    v0 = (v0 + v3) | 0;
    v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
    v2 = (v2 + v1) | 0;
    v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
    v2 = (v2 << 16) | (v2 >>> 16);
  }

  function absorb(word: number): void {
    v3 ^= word;
    mix();
    mix();
    v0 ^= word;
  }

  return (text) => {
    v0 = keyLow | 0;
    v1 = keyHigh | 0;
    v2 = 0x6c796765 ^ keyLow;
    v3 = 0x74656462 ^ keyHigh;
    const { length } = text;
    let word = 0;
    for (let at = 0; at < length; at += 1) {
      word |= (text.charCodeAt(at) & 0xff) << ((at & 3) * 8);
      if ((at & 3) !== 3) continue;
      absorb(word);
      word = 0;
    }
    absorb(word | (length << 24));
    v2 ^= 0xff;
    for (let round = 0; round < 4; round += 1) mix();
    return (v1 ^ v3) >>> 0;
  };
}
