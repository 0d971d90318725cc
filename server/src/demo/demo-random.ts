/** Seeded pseudo-random numbers, so that every demo is the same. */
export class DemoRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  next(): number {
    // A counter mixed with the finalizer of MurmurHash3.
    this.#state = (this.#state + 0x9e3779b9) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  between(min: number, max: number): number {
    return min + this.next() * (max - min);
  }

  integer(min: number, max: number): number {
    return Math.floor(this.between(min, max + 1));
  }

  delayMs(meanMs: number): number {
    return Math.round(-Math.log(1 - this.next()) * meanMs);
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.next() * items.length)];
    if (item === undefined) throw new Error('The list is empty');
    return item;
  }

  pickWeighted<Item>(items: readonly (readonly [item: Item, weight: number])[]): Item {
    let remaining = this.next() * items.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [item, weight] of items) if ((remaining -= weight) < 0) return item;
    const [last] = items.at(-1) ?? [];
    if (last === undefined) throw new Error('The list is empty');
    return last;
  }
}
