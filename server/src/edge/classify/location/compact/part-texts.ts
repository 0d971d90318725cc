import { GrowingNumbers } from './growing-numbers.ts';

export type TextTables = { ends: Uint32Array; text: Uint8Array };

export class NumberedTexts {
  readonly #numbers = new Map<string, number>();

  numberOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#numbers.size + 1);
    return this.#numbers.size;
  }

  get count(): number {
    return this.#numbers.size;
  }

  build(): TextTables {
    const ends = new GrowingNumbers();
    ends.push(0);
    const pieces: Buffer[] = [];
    for (const text of this.#numbers.keys()) {
      const piece = Buffer.from(text);
      pieces.push(piece);
      ends.push((ends.last() ?? 0) + piece.length);
    }
    return { ends: ends.words(), text: Buffer.concat(pieces) };
  }
}

/** Decodes strings on demand, because most of them are never needed. */
export class PartTexts {
  readonly #ends: Uint32Array;
  readonly #text: Buffer;

  constructor({ ends, text }: TextTables) {
    this.#ends = ends;
    this.#text = Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  }

  get count(): number {
    return this.#ends.length - 1;
  }

  at(number: number): string {
    return this.#text.toString('utf8', this.#ends[number - 1] ?? 0, this.#ends[number] ?? 0);
  }
}
