import { inputAt, newSipHashCode, resultAt, startAt } from './sip-hash-code.ts';

/** A keyed hash of 64 bits. Its two halves stand in the object until the next call: nothing is allocated. */
export type SipHash = {
  low: number;
  high: number;
  /** Of the first `length` bytes. */
  ofBytes(bytes: Uint8Array, length: number): void;
  /** Of a text whose characters are bytes; of any other only the low byte of each counts. */
  ofText(text: string): void;
};

/**
 * SipHash-2-4. Without the key nobody can make a code that fits, and it takes a fraction of what an HMAC of Node's
 * takes.
 */
export function makeSipHash(key: Uint8Array): SipHash {
  if (key.length !== 16) throw new RangeError('a key of SipHash has 16 bytes');
  return new KeyedHash(key);
}

// Of the authors: what the key is mixed with before anything else, in halves, the low one first.
const constants = [
  0x70736575, 0x736f6d65, 0x6e646f6d, 0x646f7261, 0x6e657261, 0x6c796765, 0x79746573, 0x74656462,
];
const pageBytes = 65_536;
// The last eight bytes are read at once, however few of them count.
const overhang = 8;

class KeyedHash implements SipHash {
  low = 0;
  high = 0;
  readonly #code = newSipHashCode();
  #input = Buffer.from(this.#code.memory.buffer, inputAt);
  #result = new Uint32Array(this.#code.memory.buffer, resultAt, 2);

  constructor(key: Uint8Array) {
    const bytes = Buffer.from(key);
    const [k0 = 0, k1 = 0, k2 = 0, k3 = 0] = [0, 4, 8, 12].map((at) => bytes.readInt32LE(at));
    const start = [k0, k1, k2, k3, k0, k1, k2, k3].map((word, at) => word ^ (constants[at] ?? 0));
    new Int32Array(this.#code.memory.buffer, startAt).set(start);
  }

  ofBytes(bytes: Uint8Array, length: number): void {
    this.#makeRoom(length);
    this.#input.set(length === bytes.length ? bytes : bytes.subarray(0, length));
    this.#hash(length);
  }

  ofText(text: string): void {
    this.#makeRoom(text.length);
    this.#input.write(text, 'latin1');
    this.#hash(text.length);
  }

  #hash(length: number): void {
    this.#code.hash(length);
    this.low = this.#result[0] ?? 0;
    this.high = this.#result[1] ?? 0;
  }

  #makeRoom(length: number): void {
    const missing = length + overhang - this.#input.length;
    if (missing <= 0) return;
    const { memory } = this.#code;
    memory.grow(Math.ceil(missing / pageBytes));
    this.#input = Buffer.from(memory.buffer, inputAt);
    this.#result = new Uint32Array(memory.buffer, resultAt, 2);
  }
}
