import { truncateText, decodeText, isPlain } from './decode-text.ts';
import { findParameters, findValue, type FastQuery } from './fast-query.ts';

export type Query = {
  /** Returns the first value if the name is repeated. */
  get(name: string): string | undefined;
  entries(): readonly (readonly [string, string])[];
  /** True if every value can be written to a row without escaping. */
  readonly isPlain: boolean;
  /** True if the link, a name or a value was too long, or there were too many parameters. */
  readonly isTruncated: boolean;
  isTruncatedValue(name: string): boolean;
};

export const queryLengthMax = 8 * 1024;
export const parametersMax = 200;

const ampersand = 0x26;
const equals = 0x3d;
const questionMark = 0x3f;
const escapedSeparator = /^amp;/;

/**
 * Parses queries as they occur in real links and never throws. A second `?` acts as a separator, and so does `&amp;`,
 * which occurs in links copied from HTML. The query may start with `&`, and escapes may be invalid. A parameter that
 * exceeds the length limit of the query is dropped, because a truncated click ID is worse than a missing one.
 */
export function parseQuery(rawUrl: string): Query {
  return new LazyQuery(rawUrl);
}

class LazyQuery implements Query {
  readonly #url: string;
  // Start of the query; 0 if the URL has no query.
  readonly #begin: number;
  #plain: FastQuery | undefined;
  #values: Map<string, string> | undefined;
  #isRead = false;
  #isTruncated = false;
  #truncatedNames: ReadonlySet<string> | undefined;

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

  get isTruncated(): boolean {
    // Plain queries never exceed the limits.
    if (this.#readPlain() !== undefined) return false;
    this.#readAll();
    return this.#isTruncated;
  }

  isTruncatedValue(name: string): boolean {
    return this.isTruncated && this.#truncatedNames?.has(name) === true;
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
    const { values, isComplete, truncatedNames } = readPairs(query, isWhole);
    this.#isTruncated = !isWhole || !isComplete || truncatedNames.size > 0;
    this.#truncatedNames = truncatedNames;
    this.#values = values;
    return values;
  }
}

type Pairs = { values: Map<string, string>; isComplete: boolean; truncatedNames: Set<string> };

function readPairs(query: string, isWhole: boolean): Pairs {
  const values = new Map<string, string>();
  const truncatedNames = new Set<string>();
  // Most links have nothing to decode, so the query is checked once as a whole instead of name by name.
  const needsNoDecoding = isPlain(query);
  const add = (sentName: string, sentValue: string) => {
    const [longName, longValue] = needsNoDecoding
      ? [sentName, sentValue]
      : [decodeText(sentName), decodeText(sentValue)];
    const name = truncateText(longName);
    if (name === '' || values.has(name)) return;
    const value = truncateText(longValue);
    values.set(name, value);
    if (name.length < longName.length || value.length < longValue.length) truncatedNames.add(name);
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
      add(query.slice(begin, nameEnd).replace(escapedSeparator, ''), query.slice(nameEnd + 1, at));
    }
    begin = at + 1;
    nameEnd = -1;
  }
  return { values, isComplete: count <= parametersMax, truncatedNames };
}
