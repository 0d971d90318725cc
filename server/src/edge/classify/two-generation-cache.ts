/**
 * A map that never outgrows its limit. New entries go into the young half; when that is full it becomes the old half
 * and the former old half is forgotten. What is still in use moves back into the young half when it is read, so it
 * stays, and no entry needs a place in a list of its own as it would in an exact order of use.
 */
export class TwoGenerationCache<Key, Value> {
  #young = new Map<Key, Value>();
  #old = new Map<Key, Value>();
  readonly #entriesPerHalf: number;

  /** Values must not be undefined: that is the sign for a miss. */
  constructor(entriesMax: number) {
    this.#entriesPerHalf = Math.max(1, Math.floor(entriesMax / 2));
  }

  get(key: Key): Value | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: Key, value: Value): void {
    if (this.#young.size >= this.#entriesPerHalf) this.turn();
    this.#young.set(key, value);
  }

  /** Ends a generation early; for callers that also limit something other than entries. */
  turn(): void {
    this.#old = this.#young;
    this.#young = new Map();
  }

  /** Entries held; those that were read again since the last turn count twice. */
  get size(): number {
    return this.#young.size + this.#old.size;
  }
}
