/**
 * A bounded map. New entries go to the young generation; when it is full, it becomes the old one and the previous old
 * one is dropped. Reading an entry moves it back to the young generation, so entries in use survive without the linked
 * list of an exact LRU.
 */
export class TwoGenerationCache<Key, Value> {
  #young = new Map<Key, Value>();
  #old = new Map<Key, Value>();
  readonly #entriesPerHalf: number;

  /** Values must not be `undefined`, because that means a miss. */
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

  /** Starts a new generation early, for callers that also limit something other than entries. */
  startGeneration(): void {
    this.#old = this.#young;
    this.#young = new Map();
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }
}
