import type { ReadAddress, Source } from '../geo-sources.ts';
import { Ipv4Numbers } from './ipv4-numbers.ts';
import { Ipv6Numbers } from './ipv6-numbers.ts';
import type { CompactFacts } from './make-tables.ts';
import { PartTexts } from './part-texts.ts';

export class CompactSource<Part extends object> implements Source<Part> {
  readonly builtAt: Date;
  readonly warnings: readonly string[];
  readonly #ipv4: Ipv4Numbers;
  readonly #ipv6: Ipv6Numbers | undefined;
  readonly #texts: PartTexts;
  readonly #parse: (text: string) => Part;
  readonly #parts: (Part | undefined)[];

  constructor({ builtAt, tables }: CompactFacts, warnings: string[], parse: (text: string) => Part) {
    this.builtAt = builtAt;
    this.warnings = warnings;
    this.#ipv4 = new Ipv4Numbers(tables.ipv4);
    this.#ipv6 = tables.ipv6 === undefined ? undefined : new Ipv6Numbers(tables.ipv6);
    this.#texts = new PartTexts(tables.texts);
    this.#parse = parse;
    this.#parts = Array.from({ length: this.#texts.count + 1 });
  }

  find({ ipv4, first, second }: ReadAddress): Part | undefined {
    const number = ipv4 >= 0 ? this.#ipv4.find(ipv4) : (this.#ipv6?.find(first, second) ?? 0);
    if (number === 0) return undefined;
    return (this.#parts[number] ??= this.#parse(this.#texts.at(number)));
  }
}
