/**
 * Open-addressing hash table from 64-bit hashes to the minute last seen and the tail of the chosen ID. It consists of
 * typed arrays, because a million objects would slow down garbage collection. Entries are never removed individually.
 */
export class SeenTable {
  readonly #lows: Uint32Array;
  readonly #highs: Uint32Array;
  readonly #minutes: Uint32Array;
  readonly #chosen: Uint32Array;
  readonly #mask: number;
  readonly #entriesMax: number;
  #size = 0;

  constructor(entriesMax: number) {
    // The table is at most half full, so that probing ends after a few steps.
    const slots = 2 ** Math.ceil(Math.log2(entriesMax * 2));
    this.#lows = new Uint32Array(slots);
    this.#highs = new Uint32Array(slots);
    this.#minutes = new Uint32Array(slots);
    this.#chosen = new Uint32Array(slots);
    this.#mask = slots - 1;
    this.#entriesMax = entriesMax;
  }

  get size(): number {
    return this.#size;
  }

  get isFull(): boolean {
    return this.#size >= this.#entriesMax;
  }

  /** Returns the minute in which the hash was last seen; -1 if the hash is not stored. */
  minuteOf(low: number, high: number): number {
    const slot = this.#find(low, high);
    return this.#isFree(slot) ? -1 : (this.#minutes[slot] ?? -1);
  }

  chosenOf(low: number, high: number): number | undefined {
    const slot = this.#find(low, high);
    return this.#isFree(slot) ? undefined : this.#chosen[slot];
  }

  /** Stores an entry. The caller must check `isFull` first. */
  set(hash: { low: number; high: number }, minute: number, chosen: number): void {
    const slot = this.#find(hash.low, hash.high);
    if (this.#isFree(slot)) this.#size += 1;
    this.#lows[slot] = hash.low;
    this.#highs[slot] = hash.high;
    this.#minutes[slot] = minute;
    this.#chosen[slot] = chosen;
  }

  clear(): void {
    if (this.#size === 0) return;
    this.#lows.fill(0);
    this.#highs.fill(0);
    this.#size = 0;
  }

  #find(low: number, high: number): number {
    let slot = low & this.#mask;
    while ((this.#lows[slot] !== low || this.#highs[slot] !== high) && !this.#isFree(slot))
      slot = (slot + 1) & this.#mask;
    return slot;
  }

  // A slot with the hash 0 is free. A real hash is 0 with a probability of 1 in 2 ** 64.
  #isFree(slot: number): boolean {
    return this.#lows[slot] === 0 && this.#highs[slot] === 0;
  }
}
