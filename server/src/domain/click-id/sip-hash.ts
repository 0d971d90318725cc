/** A keyed hash of 64 bits. Its two halves stand in the object until the next call: nothing is allocated. */
export type SipHash = {
  low: number;
  high: number;
  /** Of the first `length` bytes. */
  ofBytes(bytes: Uint8Array, length: number): void;
  /** Of a text whose characters are bytes; of any other only the low byte of each counts. */
  ofText(text: string): void;
};

const longestUsualText = 4_096;

/**
 * SipHash-2-4. Without the key nobody can make a code that fits, and it takes a fraction of what an HMAC of Node's
 * takes. Numbers of 64 bits are kept as halves, since arithmetic on whole ones allocates.
 */
export function makeSipHash(key: Uint8Array): SipHash {
  if (key.length !== 16) throw new RangeError('a key of SipHash has 16 bytes');
  const [k0, k1, k2, k3] = [wordAt(key, 0), wordAt(key, 4), wordAt(key, 8), wordAt(key, 12)];
  // The key as it stands in the state when a hash begins.
  const start = new Int32Array([
    k0 ^ 0x70736575,
    k1 ^ 0x736f6d65,
    k2 ^ 0x6e646f6d,
    k3 ^ 0x646f7261,
    k0 ^ 0x6e657261,
    k1 ^ 0x6c796765,
    k2 ^ 0x79746573,
    k3 ^ 0x74656462,
  ]);
  let scratch = Buffer.alloc(longestUsualText);
  const hash: SipHash = {
    low: 0,
    high: 0,
    ofBytes: (bytes, length) => absorb(hash, start, bytes, length),
    ofText: (text) => {
      if (text.length > scratch.length) scratch = Buffer.alloc(text.length);
      scratch.write(text, 'latin1');
      absorb(hash, start, scratch, text.length);
    },
  };
  return hash;
}

/** All rounds stand in one function, and the state in its variables: as calls they take three times as long. */
function absorb(hash: SipHash, start: Int32Array, bytes: Uint8Array, length: number): void {
  let [v0, v0h, v1, v1h] = [start[0] ?? 0, start[1] ?? 0, start[2] ?? 0, start[3] ?? 0];
  let [v2, v2h, v3, v3h] = [start[4] ?? 0, start[5] ?? 0, start[6] ?? 0, start[7] ?? 0];
  const lastBlock = length & ~7;
  // The block after the last one stands for the end: it has four rounds and no bytes.
  for (let at = 0; at <= lastBlock + 8; at += 8) {
    const isEnd = at > lastBlock;
    const low = at < lastBlock ? wordAt(bytes, at) : tailAt(bytes, at, length);
    const high = at < lastBlock ? wordAt(bytes, at + 4) : tailAt(bytes, at + 4, length);
    v3 ^= low;
    v3h ^= high;
    if (isEnd) v2 ^= 0xff;
    for (let round = isEnd ? 4 : 2; round > 0; round -= 1) {
      let sum = (v0 + v1) | 0;
      v0h = (v0h + v1h + carry(v0, sum)) | 0;
      let turned = ((v1 << 13) | (v1h >>> 19)) ^ sum;
      v1h = ((v1h << 13) | (v1 >>> 19)) ^ v0h;
      v1 = turned;
      // A turn by 32 bits swaps the halves.
      v0 = v0h;
      v0h = sum;
      sum = (v2 + v3) | 0;
      v2h = (v2h + v3h + carry(v2, sum)) | 0;
      v2 = sum;
      turned = ((v3 << 16) | (v3h >>> 16)) ^ v2;
      v3h = ((v3h << 16) | (v3 >>> 16)) ^ v2h;
      v3 = turned;
      sum = (v0 + v3) | 0;
      v0h = (v0h + v3h + carry(v0, sum)) | 0;
      v0 = sum;
      turned = ((v3 << 21) | (v3h >>> 11)) ^ v0;
      v3h = ((v3h << 21) | (v3 >>> 11)) ^ v0h;
      v3 = turned;
      sum = (v2 + v1) | 0;
      v2h = (v2h + v1h + carry(v2, sum)) | 0;
      turned = ((v1 << 17) | (v1h >>> 15)) ^ sum;
      v1h = ((v1h << 17) | (v1 >>> 15)) ^ v2h;
      v1 = turned;
      v2 = v2h;
      v2h = sum;
    }
    v0 ^= low;
    v0h ^= high;
  }
  hash.low = (v0 ^ v1 ^ v2 ^ v3) >>> 0;
  hash.high = (v0h ^ v1h ^ v2h ^ v3h) >>> 0;
}

/** 1 where adding to a low half went over 32 bits. The sign makes a number of the comparison without a branch, which would be guessed wrong every other time. */
function carry(half: number, sum: number): number {
  return +(sum >>> 0 < half >>> 0);
}

function wordAt(bytes: Uint8Array, at: number): number {
  return (
    (bytes[at] ?? 0) |
    ((bytes[at + 1] ?? 0) << 8) |
    ((bytes[at + 2] ?? 0) << 16) |
    ((bytes[at + 3] ?? 0) << 24)
  );
}

/** What is left of the bytes there; the end of the last block is their number. Nothing is after it. */
function tailAt(bytes: Uint8Array, at: number, length: number): number {
  let word = at === (length | 7) - 3 ? length << 24 : 0;
  for (let next = at; next < at + 4 && next < length; next += 1)
    word |= (bytes[next] ?? 0) << ((next - at) * 8);
  return word;
}
