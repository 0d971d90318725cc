const fields = 3;
const indexSize = 2 ** 16;

/**
 * Which owner has which addresses: ranges in rising order, each as its start, its end and its owner, side by side. One
 * typed array, because half a million small objects would cost ten times the memory and the collector's attention. An
 * index over the first 16 bits leaves a handful of ranges to search, which lie together: halving through all of them
 * waits for memory a dozen times.
 */
export class OwnerTable {
  /** How many keys share their first 16 bits. */
  readonly #keysPerPlace: number;
  #length = 0;
  #ranges = new Float64Array(1_024 * fields);
  /** How many ranges begin before each place; made when first asked for. */
  #index: Uint32Array | undefined;

  constructor(keyBits: number) {
    this.#keysPerPlace = 2 ** keyBits / indexSize;
  }

  get length(): number {
    return this.#length;
  }

  /** The last address that the ranges so far reach; -1 when there are none. */
  get reach(): number {
    return this.#length === 0 ? -1 : (this.#ranges[(this.#length - 1) * fields + 1] ?? -1);
  }

  /** False for a range that does not follow the ones before it. */
  add(start: number, end: number, owner: number): boolean {
    if (!(start > this.reach && end >= start)) return false;
    const at = this.#length * fields;
    if (at === this.#ranges.length) this.#grow();
    this.#ranges[at] = start;
    this.#ranges[at + 1] = end;
    this.#ranges[at + 2] = owner;
    this.#length += 1;
    this.#index = undefined;
    return true;
  }

  /** The owner's index; -1 for an address in no range. */
  find(key: number): number {
    const index = (this.#index ??= this.#buildIndex());
    const ranges = this.#ranges;
    const place = Math.floor(key / this.#keysPerPlace);
    let low = index[place] ?? 0;
    let high = (index[place + 1] ?? 0) - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      if ((ranges[middle * fields] ?? 0) <= key) low = middle + 1;
      else high = middle - 1;
    }
    // The last one that begins before the key; it may begin before the place.
    const at = (low - 1) * fields;
    return at < 0 || key > (ranges[at + 1] ?? -1) ? -1 : (ranges[at + 2] ?? -1);
  }

  /** In rising order; both ends belong to a range. */
  *ranges(): Generator<{ start: number; end: number; owner: number }> {
    for (let at = 0; at < this.#length * fields; at += fields) {
      const [start = 0, end = 0, owner = 0] = this.#ranges.subarray(at, at + fields);
      yield { start, end, owner };
    }
  }

  #buildIndex(): Uint32Array {
    const index = new Uint32Array(indexSize + 1);
    let range = 0;
    for (let place = 0; place <= indexSize; place += 1) {
      const firstKey = place * this.#keysPerPlace;
      while (range < this.#length && (this.#ranges[range * fields] ?? 0) < firstKey) range += 1;
      index[place] = range;
    }
    return index;
  }

  #grow(): void {
    const ranges = this.#ranges;
    this.#ranges = new Float64Array(ranges.length * 2);
    this.#ranges.set(ranges);
  }
}
