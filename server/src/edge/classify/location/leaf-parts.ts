import type { MmdbFile } from './mmdb-file.ts';

type RecordFile = Pick<MmdbFile, 'record'>;

// A power of two. At most half of the slots are taken: 130,000 records, which is nearly all that a city file has.
const slotsCount = 2 ** 18;
const partsMax = slotsCount / 2;

/**
 * What records say, kept by where they stand: neighboring addresses share a record, and reading one anew takes three
 * times as long as walking the tree to it. A table of numbers with the parts beside it, because a `Map` of this size
 * looks at twice as many places in memory, and each is a wait. About 25 MB.
 */
export class LeafParts<Part extends object> {
  readonly #file: RecordFile;
  readonly #read: (record: unknown) => Part | undefined;
  /** By slots; 0 is an empty one, and no leaf. */
  readonly #leaves = new Uint32Array(slotsCount);
  readonly #parts: (Part | undefined)[] = Array.from({ length: slotsCount });
  #count = 0;

  constructor(file: RecordFile, read: (record: unknown) => Part | undefined) {
    this.#file = file;
    this.#read = read;
  }

  at(leaf: number): Part | undefined {
    if (leaf === 0) return undefined;
    let slot = slotOf(leaf);
    while (this.#leaves[slot] !== leaf) {
      if (this.#leaves[slot] === 0) return this.#keep(leaf);
      slot = (slot + 1) % slotsCount;
    }
    return this.#parts[slot];
  }

  #keep(leaf: number): Part | undefined {
    const part = this.#read(this.#file.record(leaf));
    // What is still asked for is soon read again.
    if (this.#count === partsMax) this.#clear();
    let slot = slotOf(leaf);
    while (this.#leaves[slot] !== 0) slot = (slot + 1) % slotsCount;
    this.#leaves[slot] = leaf;
    this.#parts[slot] = part;
    this.#count += 1;
    return part;
  }

  #clear(): void {
    this.#leaves.fill(0);
    this.#parts.fill(undefined);
    this.#count = 0;
  }
}

/** Leaves are places in a file, near each other: multiplying scatters them, and the upper bits of the product do best. */
function slotOf(leaf: number): number {
  return Math.imul(leaf, 0x9e3779b1) >>> 14;
}
