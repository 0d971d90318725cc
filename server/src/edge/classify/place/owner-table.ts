/**
 * Which owner has which addresses: ranges in rising order, searched by halving. Typed arrays, because half a million
 * small objects would cost ten times the memory and the collector's attention.
 */
export class OwnerTable {
  #length = 0;
  #starts = new Float64Array(1_024);
  #ends = new Float64Array(1_024);
  #owners = new Uint32Array(1_024);

  get length(): number {
    return this.#length;
  }

  /** The last address that the ranges so far reach; -1 when there are none. */
  get reach(): number {
    return this.#length === 0 ? -1 : (this.#ends[this.#length - 1] ?? -1);
  }

  /** False for a range that does not follow the ones before it. */
  add(start: number, end: number, owner: number): boolean {
    if (!(start > this.reach && end >= start)) return false;
    if (this.#length === this.#starts.length) this.#grow();
    this.#starts[this.#length] = start;
    this.#ends[this.#length] = end;
    this.#owners[this.#length] = owner;
    this.#length += 1;
    return true;
  }

  /** The owner's index; -1 for an address in no range. */
  find(key: number): number {
    const starts = this.#starts;
    let low = 0;
    let high = this.#length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      if ((starts[middle] ?? 0) <= key) low = middle + 1;
      else high = middle - 1;
    }
    return high < 0 || key > (this.#ends[high] ?? -1) ? -1 : (this.#owners[high] ?? -1);
  }

  #grow(): void {
    const [starts, ends, owners] = [this.#starts, this.#ends, this.#owners];
    this.#starts = new Float64Array(starts.length * 2);
    this.#starts.set(starts);
    this.#ends = new Float64Array(ends.length * 2);
    this.#ends.set(ends);
    this.#owners = new Uint32Array(owners.length * 2);
    this.#owners.set(owners);
  }
}
