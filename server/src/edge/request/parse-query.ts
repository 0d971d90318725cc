import { cutText, decodeText, isPlain } from './decode-text.ts';
import { findParameters, findValue, type FastQuery } from './fast-query.ts';

/** The parameters of a link. They are read when the first one is asked for. */
export type Query = {
  /** Of several values of one name the first counts. */
  get(name: string): string | undefined;
  /** In the order of the link, each name once. */
  entries(): readonly (readonly [string, string])[];
  /** Whether every value is printable ASCII that a row takes as it is. */
  readonly isPlain: boolean;
  /** Whether the link was too long, or had too many parameters, to be read whole. */
  readonly isCut: boolean;
};

export const queryLengthMax = 8 * 1024;
export const parametersMax = 200;

const ampersand = 0x26;
const equals = 0x3d;
const questionMark = 0x3f;

/**
 * Reads the query of a link as links are in the wild: a second `?` separates like `&`, escapes may be broken, and
 * nothing that it holds can cause an error. A parameter that the limit of the length cuts through is left out: half a
 * click id is worse than none.
 */
export function parseQuery(rawUrl: string): Query {
  return new LazyQuery(rawUrl);
}

class LazyQuery implements Query {
  readonly #url: string;
  /** Where the query begins; 0 where there is none. */
  readonly #begin: number;
  #plain: FastQuery | undefined;
  #values: Map<string, string> | undefined;
  #isRead = false;
  #isCut = false;

  constructor(url: string) {
    this.#url = url;
    this.#begin = url.indexOf('?') + 1;
  }

  get(name: string): string | undefined {
    const plain = this.#readPlain();
    return plain === undefined ? this.#readAll().get(name) : findValue(this.#url, plain, name);
  }

  entries(): readonly (readonly [string, string])[] {
    return [...this.#readAll()];
  }

  get isCut(): boolean {
    this.#readAll();
    return this.#isCut;
  }

  get isPlain(): boolean {
    return this.#readPlain() !== undefined;
  }

  #readPlain(): FastQuery | undefined {
    if (this.#isRead) return this.#plain;
    this.#isRead = true;
    const isWhole = this.#url.length - this.#begin <= queryLengthMax;
    if (this.#begin === 0) this.#plain = [];
    else if (isWhole) this.#plain = findParameters(this.#url, this.#begin, parametersMax);
    return this.#plain;
  }

  #readAll(): Map<string, string> {
    if (this.#values !== undefined) return this.#values;
    const query = this.#begin === 0 ? '' : this.#url.slice(this.#begin, this.#begin + queryLengthMax);
    const isWhole = this.#begin === 0 || this.#url.length - this.#begin <= queryLengthMax;
    const { values, isComplete } = readPairs(query, isWhole);
    this.#isCut = !isWhole || !isComplete;
    this.#values = values;
    return values;
  }
}

function readPairs(query: string, isWhole: boolean): { values: Map<string, string>; isComplete: boolean } {
  const values = new Map<string, string>();
  // Most links have nothing to decode, and one look at the whole tells.
  const read = isPlain(query) ? cutText : decodeText;
  let count = 0;
  let begin = 0;
  let nameEnd = -1;
  for (let at = 0; at <= query.length; at += 1) {
    const code = at < query.length ? query.charCodeAt(at) : isWhole ? ampersand : 0;
    if (code === equals && nameEnd === -1) nameEnd = at;
    if (code !== ampersand && code !== questionMark) continue;
    if (nameEnd === -1) nameEnd = at;
    if (nameEnd > begin) {
      count += 1;
      if (count > parametersMax) break;
      const name = read(query.slice(begin, nameEnd));
      if (name !== '' && !values.has(name)) values.set(name, read(query.slice(nameEnd + 1, at)));
    }
    begin = at + 1;
    nameEnd = -1;
  }
  return { values, isComplete: count <= parametersMax };
}
