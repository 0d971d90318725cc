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
  /** Whether the link was too long, had too many parameters or too long ones, to be kept whole. */
  readonly isCut: boolean;
  /** Whether the value of this name was too long and is only the beginning of it. */
  isCutValue(name: string): boolean;
};

export const queryLengthMax = 8 * 1024;
export const parametersMax = 200;

const ampersand = 0x26;
const equals = 0x3d;
const questionMark = 0x3f;
const escapedSeparator = /^amp;/;

/**
 * Reads the query of a link as links are in the wild: a second `?` separates like `&`, and so does `&amp;`, which links
 * have that were copied out of a page; it may begin with `&`, escapes may be broken, and
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
  #cutNames: ReadonlySet<string> | undefined;

  constructor(url: string) {
    this.#url = url;
    this.#begin = url.indexOf('?') + 1 || url.indexOf('&') + 1;
  }

  get(name: string): string | undefined {
    const plain = this.#readPlain();
    return plain === undefined ? this.#readAll().get(name) : findValue(this.#url, plain, name);
  }

  entries(): readonly (readonly [string, string])[] {
    return [...this.#readAll()];
  }

  get isCut(): boolean {
    // What is plain is short.
    if (this.#readPlain() !== undefined) return false;
    this.#readAll();
    return this.#isCut;
  }

  isCutValue(name: string): boolean {
    return this.isCut && this.#cutNames?.has(name) === true;
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
    const { values, isComplete, cutNames } = readPairs(query, isWhole);
    this.#isCut = !isWhole || !isComplete || cutNames.size > 0;
    this.#cutNames = cutNames;
    this.#values = values;
    return values;
  }
}

type Pairs = { values: Map<string, string>; isComplete: boolean; cutNames: Set<string> };

function readPairs(query: string, isWhole: boolean): Pairs {
  const values = new Map<string, string>();
  const cutNames = new Set<string>();
  // Most links have nothing to decode, and one look at the whole tells.
  const isEasy = isPlain(query);
  const keep = (sentName: string, sentValue: string) => {
    const [longName, longValue] = isEasy
      ? [sentName, sentValue]
      : [decodeText(sentName), decodeText(sentValue)];
    const name = cutText(longName);
    if (name === '' || values.has(name)) return;
    const value = cutText(longValue);
    values.set(name, value);
    if (name.length < longName.length || value.length < longValue.length) cutNames.add(name);
  };
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
      keep(query.slice(begin, nameEnd).replace(escapedSeparator, ''), query.slice(nameEnd + 1, at));
    }
    begin = at + 1;
    nameEnd = -1;
  }
  return { values, isComplete: count <= parametersMax, cutNames };
}
