import type { MmdbFile } from '../mmdb-file.ts';
import type { OwnerList } from '../owner-list.ts';
import { Ipv4Ranges, type Ipv4Tables } from './ipv4-numbers.ts';
import { Ipv6Ranges, type Ipv6Tables } from './ipv6-numbers.ts';
import { NumberedTexts, type TextTables } from './part-texts.ts';

/** Tables for one database. `ipv6` is undefined if the database contains only IPv4 addresses. */
export type CompactTables = { ipv4: Ipv4Tables; ipv6?: Ipv6Tables | undefined; texts: TextTables };

export type CompactFacts = { builtAt: Date; tables: CompactTables };

type TextOf = (record: unknown) => string | undefined;

/** Builds tables from MaxMind DB files. Throws if a file is damaged or doesn't fit into the tables. */
export class MmdbTables {
  readonly #textOf: TextOf;
  readonly #texts = new NumberedTexts();
  readonly #ipv4 = new Ipv4Ranges();
  #ipv6: Ipv6Ranges | undefined;

  constructor(textOf: TextOf) {
    this.#textOf = textOf;
  }

  addIpv4(file: MmdbFile): void {
    const numberOf = numberRecords(file, this.#texts, this.#textOf);
    file.eachIpv4((start, leaf) => this.#ipv4.add(start, numberOf(leaf)));
  }

  addIpv6(file: MmdbFile): void {
    const ranges = (this.#ipv6 = new Ipv6Ranges());
    const numberOf = numberRecords(file, this.#texts, this.#textOf);
    file.eachIpv6((first, second, leaf) => ranges.add(first, second, numberOf(leaf)));
  }

  build(): CompactTables {
    return {
      ipv4: this.#ipv4.build(this.#texts.count),
      ipv6: this.#ipv6?.build(),
      texts: this.#texts.build(),
    };
  }
}

// Assigns the same number to records with the same text. Many records differ only in unused fields, and many networks
// share a record.
function numberRecords(file: MmdbFile, texts: NumberedTexts, textOf: TextOf): (leaf: number) => number {
  const numbers = new Map<number, number>([[0, 0]]);
  return (leaf) => {
    const known = numbers.get(leaf);
    if (known !== undefined) return known;
    const text = textOf(file.record(leaf));
    const number = text === undefined ? 0 : texts.numberOf(text);
    numbers.set(leaf, number);
    return number;
  };
}

export function buildOwnerTables(list: OwnerList, textOf: (owner: number) => string): CompactTables {
  const texts = new NumberedTexts();
  const numberOf = (owner: number) => texts.numberOf(textOf(owner));
  const ipv4 = new Ipv4Ranges();
  for (const { start, end, owner } of list.ipv4.ranges()) {
    ipv4.add(start, numberOf(owner));
    if (end < 0xffff_ffff) ipv4.add(end + 1, 0);
  }
  const ipv6 = new Ipv6Ranges();
  // Keys are the first 48 bits of an address.
  const add = (key: number, number: number) =>
    ipv6.add(Math.floor(key / 65_536), (key % 65_536) * 65_536, number);
  for (const { start, end, owner } of list.ipv6.ranges()) {
    add(start, numberOf(owner));
    if (end < 2 ** 48 - 1) add(end + 1, 0);
  }
  return {
    ipv4: ipv4.build(texts.count),
    ipv6: list.ipv6.length === 0 ? undefined : ipv6.build(),
    texts: texts.build(),
  };
}
