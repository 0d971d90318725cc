/** Limits how many operations run at the same time, in total and for each owner. */
export class Slots {
  readonly perOwnerMax: number;
  readonly #totalMax: number;
  readonly #used = new Map<string, number>();

  constructor(limits: { perOwnerMax: number; totalMax: number }) {
    this.perOwnerMax = limits.perOwnerMax;
    this.#totalMax = limits.totalMax;
  }

  /** Takes a slot, or returns the limit that has been reached. */
  acquire(owner: string): 'per-owner' | 'total' | undefined {
    const own = this.#used.get(owner) ?? 0;
    if (own >= this.perOwnerMax) return 'per-owner';
    const all = [...this.#used.values()].reduce((sum, count) => sum + count, 0);
    if (all >= this.#totalMax) return 'total';
    this.#used.set(owner, own + 1);
    return undefined;
  }

  release(owner: string): void {
    const left = (this.#used.get(owner) ?? 1) - 1;
    if (left === 0) this.#used.delete(owner);
    else this.#used.set(owner, left);
  }
}
