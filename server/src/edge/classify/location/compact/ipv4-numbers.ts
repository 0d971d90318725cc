import { GrowingNumbers } from './growing-numbers.ts';

const indexBitsMin = 16;
// An index of 16 MB. More parts than that no file has, and it would not be small any more.
const indexBitsMax = 22;

export type Ipv4Tables = { index: Uint32Array; entries: Uint32Array };

/** Ranges of IPv4 addresses in rising order, each with the number of its part; 0 is nothing known. */
export class Ipv4Ranges {
  readonly #starts = new GrowingNumbers();
  readonly #numbers = new GrowingNumbers();

  /** The number holds from this address to the next one that is added; the same address again takes its place. */
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
   * An entry is one word: where it begins within its part of the addresses, and its number below. The index has as many
   * bits as the largest number, which leaves just enough of them for the place. Every part of the addresses begins with
   * an entry, so that a search never looks at the part before.
   */
  build(numberMax: number): Ipv4Tables {
    const indexBits = Math.max(indexBitsMin, 32 - Math.clz32(numberMax));
    if (indexBits > indexBitsMax) throw new Error('it has too many different records');
    const [starts, numbers] = [this.#starts.words(), this.#numbers.words()];
    const perPlace = 2 ** (32 - indexBits);
    const index = new Uint32Array(2 ** indexBits + 1);
    const entries = new GrowingNumbers();
    let at = 0;
    let number = 0;
    for (let place = 0; place < 2 ** indexBits; place += 1) {
      const first = place * perPlace;
      index[place] = entries.length;
      if (starts[at] !== first) entries.push(number);
      for (; at < starts.length && (starts[at] ?? 0) < first + perPlace; at += 1) {
        number = numbers[at] ?? 0;
        entries.push(((starts[at] ?? 0) - first) * 2 ** indexBits + number);
      }
    }
    index[2 ** indexBits] = entries.length;
    return { index, entries: entries.words() };
  }
}

/**
 * Which part an IPv4 address has. A look-up waits for memory twice: for the index, and for the dozen entries of one
 * place in it, which lie together.
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

  /** 0 where nothing is known. */
  find(address: number): number {
    const place = address >>> (32 - this.#indexBits);
    // The largest entry that this address could have: whatever its number, it is not beyond.
    const key = ((address << this.#indexBits) | this.#numberMask) >>> 0;
    let low = this.#index[place] ?? 0;
    let high = this.#index[place + 1] ?? 0;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((this.#entries[middle] ?? 0) <= key) low = middle;
      else high = middle;
    }
    return (this.#entries[low] ?? 0) & this.#numberMask;
  }
}
