import { TwoGenerationCache } from '../two-generation-cache.ts';
import type { MmdbFile } from './mmdb-file.ts';

// Nearly all that a city file has; reading one anew takes three times as long as walking the tree to it. About 25 MB.
const partsKept = 120_000;

/** What records say, kept by where they stand: neighbouring addresses share a record. */
export class LeafParts<Part extends object> {
  readonly #file: MmdbFile;
  readonly #read: (record: unknown) => Part | undefined;
  readonly #parts = new TwoGenerationCache<number, Part | null>(partsKept);

  constructor(file: MmdbFile, read: (record: unknown) => Part | undefined) {
    this.#file = file;
    this.#read = read;
  }

  at(leaf: number): Part | undefined {
    if (leaf === 0) return undefined;
    const known = this.#parts.get(leaf);
    if (known !== undefined) return known ?? undefined;
    const part = this.#read(this.#file.record(leaf));
    this.#parts.set(leaf, part ?? null);
    return part;
  }
}
