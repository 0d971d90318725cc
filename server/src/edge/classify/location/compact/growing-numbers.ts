export class GrowingNumbers {
  #words = new Uint32Array(1_024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(word: number): void {
    if (this.#length === this.#words.length) {
      const words = this.#words;
      this.#words = new Uint32Array(words.length * 2);
      this.#words.set(words);
    }
    this.#words[this.#length] = word;
    this.#length += 1;
  }

  pop(): void {
    this.#length -= 1;
  }

  last(): number | undefined {
    return this.#length === 0 ? undefined : this.#words[this.#length - 1];
  }

  /** Returns a view, not a copy. */
  words(): Uint32Array<ArrayBuffer> {
    return this.#words.subarray(0, this.#length);
  }
}
