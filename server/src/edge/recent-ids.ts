/** Keeps at least the newest `size` IDs and at most twice as many, to detect duplicates that arrive within minutes. */
export class RecentIds {
  readonly #size: number;
  #current = new Set<string>();
  #previous: ReadonlySet<string> = new Set();

  constructor(size: number) {
    this.#size = size;
  }

  /** Returns false if the ID was added recently. */
  add(id: string): boolean {
    if (this.#current.has(id) || this.#previous.has(id)) return false;
    if (this.#current.size >= this.#size) {
      this.#previous = this.#current;
      this.#current = new Set();
    }
    this.#current.add(id);
    return true;
  }
}
