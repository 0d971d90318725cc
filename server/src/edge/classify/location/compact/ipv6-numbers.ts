import { GrowingNumbers } from './growing-numbers.ts';

const indexBits = 16;
const blockFlag = 0x8000_0000;

/**
 * Tables with three layers: the first 32 bits (`firsts`, with an index over the first 16), blocks for the next 16 bits,
 * and, where needed, blocks for another 16 bits. Nearly all network boundaries are within the first 48 bits and
 * concentrated in a few /32 networks. Positions in blocks take two bytes instead of eight.
 */
export type Ipv6Tables = {
  index: Uint32Array;
  firsts: Uint32Array;
  firstNumbers: Uint32Array;
  blocks: Uint32Array;
  numbers: Uint32Array;
  positions: Uint16Array;
};

export class Ipv6Ranges {
  readonly #firsts = new GrowingNumbers();
  readonly #seconds = new GrowingNumbers();
  readonly #numbers = new GrowingNumbers();

  /** Like `Ipv4Ranges.add`, with the upper 64 bits of an address passed as two words. */
  add(first: number, second: number, number: number): void {
    if (this.#firsts.last() === first && this.#seconds.last() === second) {
      this.#firsts.pop();
      this.#seconds.pop();
      this.#numbers.pop();
    }
    if (number === (this.#numbers.last() ?? 0)) return;
    this.#firsts.push(first);
    this.#seconds.push(second);
    this.#numbers.push(number);
  }

  build(): Ipv6Tables {
    return new LayerBuilder(this.#firsts.words(), this.#seconds.words(), this.#numbers.words()).build();
  }
}

class LayerBuilder {
  readonly #input: { firsts: Uint32Array; seconds: Uint32Array; numbers: Uint32Array };
  readonly #firsts = new GrowingNumbers();
  readonly #firstNumbers = new GrowingNumbers();
  readonly #blocks = new GrowingNumbers();
  readonly #numbers = new GrowingNumbers();
  readonly #positions = new GrowingNumbers();
  #at = 0;
  #number = 0;

  constructor(firsts: Uint32Array, seconds: Uint32Array, numbers: Uint32Array) {
    this.#input = { firsts, seconds, numbers };
  }

  build(): Ipv6Tables {
    const { firsts, seconds } = this.#input;
    this.#addFirst(0, 0);
    while (this.#at < firsts.length) {
      const first = firsts[this.#at] ?? 0;
      // A /32 network that contains only one range, starting at its first address, needs no block.
      if (seconds[this.#at] === 0 && firsts[this.#at + 1] !== first) this.#addFirst(first, this.#take());
      else {
        this.#addFirst(first, this.#addBlock(first));
        if (first < 0xffff_ffff) this.#addFirst(first + 1, this.#number);
      }
    }
    this.#blocks.push(this.#numbers.length);
    const [numbers, positions] = [this.#numbers.words(), Uint16Array.from(this.#positions.words())];
    const [words, firstNumbers] = [this.#firsts.words(), this.#firstNumbers.words()];
    const index = buildIndex(words);
    return { index, firsts: words, firstNumbers, blocks: this.#blocks.words(), numbers, positions };
  }

  #take(): number {
    this.#number = this.#input.numbers[this.#at] ?? 0;
    this.#at += 1;
    return this.#number;
  }

  // Adds an entry, or replaces the entry that ends the previous range at the same position.
  #addFirst(first: number, number: number): void {
    if (this.#firsts.last() === first) {
      this.#firstNumbers.words()[this.#firstNumbers.length - 1] = number;
      return;
    }
    this.#firsts.push(first);
    this.#firstNumbers.push(number);
  }

  #addBlock(first: number): number {
    const { firsts, seconds } = this.#input;
    const entries: Entry[] = [{ position: 0, number: this.#number }];
    while (firsts[this.#at] === first) {
      const network = (seconds[this.#at] ?? 0) >>> 16;
      const isWhole = ((seconds[this.#at] ?? 0) & 0xffff) === 0;
      const isAlone = firsts[this.#at + 1] !== first || (seconds[this.#at + 1] ?? 0) >>> 16 !== network;
      if (isWhole && isAlone) setEntry(entries, network, this.#take());
      else {
        setEntry(entries, network, this.#addInnerBlock(first, network));
        if (network < 0xffff) setEntry(entries, network + 1, this.#number);
      }
    }
    return this.#write(entries);
  }

  #addInnerBlock(first: number, network: number): number {
    const { firsts, seconds } = this.#input;
    const entries: Entry[] = [{ position: 0, number: this.#number }];
    while (firsts[this.#at] === first && (seconds[this.#at] ?? 0) >>> 16 === network) {
      const position = (seconds[this.#at] ?? 0) & 0xffff;
      setEntry(entries, position, this.#take());
    }
    return this.#write(entries);
  }

  #write(entries: readonly Entry[]): number {
    const block = this.#blocks.length;
    this.#blocks.push(this.#numbers.length);
    for (const { position, number } of entries) {
      this.#positions.push(position);
      this.#numbers.push(number);
    }
    return blockFlag + block;
  }
}

type Entry = { position: number; number: number };

function setEntry(entries: Entry[], position: number, number: number): void {
  const last = entries.at(-1);
  if (last?.position === position) last.number = number;
  else entries.push({ position, number });
}

function buildIndex(firsts: Uint32Array): Uint32Array {
  const index = new Uint32Array(2 ** indexBits + 1);
  let at = 0;
  for (let bucket = 0; bucket <= 2 ** indexBits; bucket += 1) {
    while (at < firsts.length && (firsts[at] ?? 0) < bucket * 2 ** (32 - indexBits)) at += 1;
    index[bucket] = at;
  }
  return index;
}

export class Ipv6Numbers {
  readonly #tables: Ipv6Tables;

  constructor(tables: Ipv6Tables) {
    this.#tables = tables;
  }

  /** Returns the number for the upper 64 bits of an address, passed as two words; 0 if there is no data. */
  find(first: number, second: number): number {
    let number = this.#findFirst(first);
    if (number >= blockFlag) number = this.#findInBlock(number - blockFlag, second >>> 16);
    if (number >= blockFlag) number = this.#findInBlock(number - blockFlag, second & 0xffff);
    return number;
  }

  #findFirst(first: number): number {
    const { index, firsts, firstNumbers } = this.#tables;
    const bucket = first >>> (32 - indexBits);
    // The last entry of an earlier bucket may extend into this one.
    let low = (index[bucket] ?? 0) - 1;
    let high = index[bucket + 1] ?? 0;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((firsts[middle] ?? 0) <= first) low = middle;
      else high = middle;
    }
    return firstNumbers[low] ?? 0;
  }

  #findInBlock(block: number, position: number): number {
    const { blocks, positions, numbers } = this.#tables;
    let low = blocks[block] ?? 0;
    let high = blocks[block + 1] ?? 0;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((positions[middle] ?? 0) <= position) low = middle;
      else high = middle;
    }
    return numbers[low] ?? 0;
  }
}
