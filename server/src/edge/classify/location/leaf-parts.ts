import type { MmdbFile } from './mmdb-file.ts';

type RecordFile = Pick<MmdbFile, 'record'>;

// A power of two. At most half of the slots are used, which is enough for 130,000 records, nearly as many as a city
// database contains.
const slotsCount = 2 ** 18;
const partsMax = slotsCount / 2;

/**
 * Caches decoded records by their position in the file, because neighboring addresses share a record, and decoding a
 * record takes three times as long as finding it in the tree. Uses a hash table in typed arrays, because a `Map` of
 * this size needs twice as many memory accesses. The table takes about 25 MB.
 */
export class LeafParts<Part extends object> {
  readonly #file: RecordFile;
  readonly #read: (record: unknown) => Part | undefined;
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
      if (this.#leaves[slot] === 0) return this.#add(leaf);
      slot = (slot + 1) % slotsCount;
    }
    return this.#parts[slot];
  }

  #add(leaf: number): Part | undefined {
    const part = this.#read(this.#file.record(leaf));
    // The whole table can be cleared, because records in use are soon cached again.
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

// Leaf positions are close together. Multiplication distributes them, most evenly in the upper bits of the product.
function slotOf(leaf: number): number {
  return Math.imul(leaf, 0x9e3779b1) >>> 14;
}
