/**
 * A bounded map with two generations. New entries go to the young generation. When the young generation is full, it
 * replaces the old generation, whose entries are dropped. Reading an entry moves it back to the young generation, so
 * entries in use survive without the linked list that an exact LRU cache needs.
 */
export class TwoGenerationCache<Key, Value> {
  #young = new Map<Key, Value>();
  #old = new Map<Key, Value>();
  readonly #entriesPerHalf: number;

  /** `undefined` must not be stored as a value, because it means that the key was not found. */
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
    if (this.#young.size >= this.#entriesPerHalf) this.startGeneration();
    this.#young.set(key, value);
  }

  /** Starts a new generation early, for callers that also limit something other than the number of entries. */
  startGeneration(): void {
    this.#old = this.#young;
    this.#young = new Map();
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }
}
