import { GrowingNumbers } from './growing-numbers.ts';

const indexBitsMin = 16;
// Limits the index to 16 MB. In all known files, the records can be numbered with 22 bits.
const indexBitsMax = 22;

export type Ipv4Tables = { index: Uint32Array; entries: Uint32Array };

export class Ipv4Ranges {
  readonly #starts = new GrowingNumbers();
  readonly #numbers = new GrowingNumbers();

  /**
   * Adds a range, which extends to the next added address. Addresses must be added in ascending order. The number 0
   * means that there is no data. Adding the same address again replaces its number.
   */
  add(start: number, number: number): void {
    if (this.#starts.last() === start) {
      this.#starts.pop();
      this.#numbers.pop();
    }
    if (number === (this.#numbers.last() ?? 0)) return;
    this.#starts.push(start);
    this.#numbers.push(number);
  }

  /**
   * Packs each entry into one 32-bit word: the offset within its bucket in the upper bits, the number in the lower
   * bits. The index has as many bits as the largest number, which leaves exactly enough bits for the offset. Every
   * bucket starts with an entry, so that a search never needs the previous bucket.
   */
  build(numberMax: number): Ipv4Tables {
    const indexBits = Math.max(indexBitsMin, 32 - Math.clz32(numberMax));
    if (indexBits > indexBitsMax) throw new Error('the file has too many different records');
    const [starts, numbers] = [this.#starts.words(), this.#numbers.words()];
    const addressesPerBucket = 2 ** (32 - indexBits);
    const index = new Uint32Array(2 ** indexBits + 1);
    const entries = new GrowingNumbers();
    let at = 0;
    let number = 0;
    for (let bucket = 0; bucket < 2 ** indexBits; bucket += 1) {
      const first = bucket * addressesPerBucket;
      index[bucket] = entries.length;
      if (starts[at] !== first) entries.push(number);
      for (; at < starts.length && (starts[at] ?? 0) < first + addressesPerBucket; at += 1) {
        number = numbers[at] ?? 0;
        entries.push(((starts[at] ?? 0) - first) * 2 ** indexBits + number);
      }
    }
    index[2 ** indexBits] = entries.length;
    return { index, entries: entries.words() };
  }
}

/**
 * Looks up the record number of an IPv4 address. A lookup causes two cache misses: one in the index and one in the
 * bucket, whose entries are adjacent.
 */
export class Ipv4Numbers {
  readonly #index: Uint32Array;
  readonly #entries: Uint32Array;
  readonly #indexBits: number;
  readonly #numberMask: number;

  constructor({ index, entries }: Ipv4Tables) {
    this.#index = index;
    this.#entries = entries;
    this.#indexBits = 31 - Math.clz32(index.length);
    this.#numberMask = 2 ** this.#indexBits - 1;
  }

  find(address: number): number {
    const bucket = address >>> (32 - this.#indexBits);
    // Largest value that an entry for this address could have.
    const key = ((address << this.#indexBits) | this.#numberMask) >>> 0;
    let low = this.#index[bucket] ?? 0;
    let high = this.#index[bucket + 1] ?? 0;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((this.#entries[middle] ?? 0) <= key) low = middle;
      else high = middle;
    }
    return (this.#entries[low] ?? 0) & this.#numberMask;
  }
}
