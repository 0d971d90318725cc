/** The newest ids that were added, up to twice the size: enough for what may happen twice within minutes. */
export class RecentIds {
  readonly #size: number;
  #young = new Set<string>();
  #old: ReadonlySet<string> = new Set();

  constructor(size: number) {
    this.#size = size;
  }

  /** Whether the id is new. */
  add(id: string): boolean {
    if (this.#young.has(id) || this.#old.has(id)) return false;
    if (this.#young.size >= this.#size) {
      this.#old = this.#young;
      this.#young = new Set();
    }
    this.#young.add(id);
    return true;
  }
}
