import { inputAt, newSipHashCode, resultAt, startAt } from './sip-hash-code.ts';

/** Keyed 64-bit hash. The object holds the two halves of the last hash until the next call, so nothing is allocated. */
export type SipHash = {
  low: number;
  high: number;
  ofBytes(bytes: Uint8Array, length: number): void;
  /** Hashes text in Latin-1. Other characters contribute only their low byte. */
  ofText(text: string): void;
};

/**
 * Creates a SipHash-2-4 hash. Codes cannot be forged without the key, and hashing takes a fraction of the time that
 * Node's HMAC needs.
 */
export function makeSipHash(key: Uint8Array): SipHash {
  if (key.length !== 16) throw new RangeError('a SipHash key must be 16 bytes long');
  return new KeyedHash(key);
}

// Initialization constants of the algorithm as 32-bit halves, low half first.
const constants = [
  0x70736575, 0x736f6d65, 0x6e646f6d, 0x646f7261, 0x6e657261, 0x6c796765, 0x79746573, 0x74656462,
];
const pageBytes = 65_536;
// Extra memory, because the last word is always read as eight bytes, even if fewer bytes remain.
const overhang = 8;

// All hashes share one memory, because engines reserve gigabytes of address space per memory.
const code = newSipHashCode();
let views = viewMemory();

function viewMemory() {
  const { buffer } = code.memory;
  return {
    start: new Int32Array(buffer, startAt, constants.length),
    input: Buffer.from(buffer, inputAt),
    result: new Uint32Array(buffer, resultAt, 2),
  };
}

function makeRoom(length: number): void {
  const missing = length + overhang - views.input.length;
  if (missing <= 0) return;
  code.memory.grow(Math.ceil(missing / pageBytes));
  views = viewMemory();
}

class KeyedHash implements SipHash {
  low = 0;
  high = 0;
  readonly #start: Int32Array;

  constructor(key: Uint8Array) {
    const bytes = Buffer.from(key);
    const [k0 = 0, k1 = 0, k2 = 0, k3 = 0] = [0, 4, 8, 12].map((at) => bytes.readInt32LE(at));
    const words = [k0, k1, k2, k3, k0, k1, k2, k3];
    this.#start = Int32Array.from(words, (word, at) => word ^ (constants[at] ?? 0));
  }

  ofBytes(bytes: Uint8Array, length: number): void {
    const input = bytes.subarray(0, length);
    makeRoom(input.length);
    views.input.set(input);
    this.#hash(input.length);
  }

  ofText(text: string): void {
    makeRoom(text.length);
    views.input.write(text, 'latin1');
    this.#hash(text.length);
  }

  #hash(length: number): void {
    const { start, result } = views;
    start.set(this.#start);
    code.hash(length);
    this.low = result[0] ?? 0;
    this.high = result[1] ?? 0;
  }
}
