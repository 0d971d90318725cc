const fields = 3;
const indexSize = 2 ** 16;

/**
 * Maps address ranges to owners, sorted by start. A range is three numbers in a typed array (start, end and owner),
 * because half a million objects would take ten times the memory and slow down garbage collection. An index over the
 * first 16 bits leaves only a few adjacent ranges to search. A binary search over all ranges would cause a dozen cache
 * misses.
 */
export class OwnerTable {
  readonly #keysPerBucket: number;
  #length = 0;
  #ranges = new Float64Array(1_024 * fields);
  #index: Uint32Array | undefined;

  constructor(keyBits: number) {
    this.#keysPerBucket = 2 ** keyBits / indexSize;
  }

  get length(): number {
    return this.#length;
  }

  /** End of the last range; -1 if the table is empty. */
  get lastEnd(): number {
    return this.#length === 0 ? -1 : (this.#ranges[(this.#length - 1) * fields + 1] ?? -1);
  }

  /** Adds a range. Returns false if the range doesn't follow the previous one. */
  add(start: number, end: number, owner: number): boolean {
    if (!(start > this.lastEnd && end >= start)) return false;
    const at = this.#length * fields;
    if (at === this.#ranges.length) this.#grow();
    this.#ranges[at] = start;
    this.#ranges[at + 1] = end;
    this.#ranges[at + 2] = owner;
    this.#length += 1;
    this.#index = undefined;
    return true;
  }

  /** Returns the owner's index; -1 if no range contains the key. */
  find(key: number): number {
    const index = (this.#index ??= this.#buildIndex());
    const ranges = this.#ranges;
    const bucket = Math.floor(key / this.#keysPerBucket);
    let low = index[bucket] ?? 0;
    let high = (index[bucket + 1] ?? 0) - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      if ((ranges[middle * fields] ?? 0) <= key) low = middle + 1;
      else high = middle - 1;
    }
    // The match is the last range that starts at or before the key, possibly in an earlier bucket.
    const at = (low - 1) * fields;
    return at < 0 || key > (ranges[at + 1] ?? -1) ? -1 : (ranges[at + 2] ?? -1);
  }

  *ranges(): Generator<{ start: number; end: number; owner: number }> {
    for (let at = 0; at < this.#length * fields; at += fields) {
      const [start = 0, end = 0, owner = 0] = this.#ranges.subarray(at, at + fields);
      yield { start, end, owner };
    }
  }

  #buildIndex(): Uint32Array {
    const index = new Uint32Array(indexSize + 1);
    let range = 0;
    for (let bucket = 0; bucket <= indexSize; bucket += 1) {
      const firstKey = bucket * this.#keysPerBucket;
      while (range < this.#length && (this.#ranges[range * fields] ?? 0) < firstKey) range += 1;
      index[bucket] = range;
    }
    return index;
  }

  #grow(): void {
    const ranges = this.#ranges;
    this.#ranges = new Float64Array(ranges.length * 2);
    this.#ranges.set(ranges);
  }
}
