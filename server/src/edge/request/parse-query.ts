import { cutText, decodeText, isPlain } from './decode-text.ts';

/** The parameters of a link. They are read when the first one is asked for. */
export type Query = {
  /** Of several values of one name the first counts. */
  get(name: string): string | undefined;
  /** In the order of the link, each name once. */
  entries(): readonly (readonly [string, string])[];
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
  #values: Map<string, string> | undefined;
  #isCut = false;

  constructor(url: string) {
    this.#url = url;
  }

  get(name: string): string | undefined {
    return (this.#values ??= this.#parse()).get(name);
  }

  entries(): readonly (readonly [string, string])[] {
    return [...(this.#values ??= this.#parse())];
  }

  get isCut(): boolean {
    this.#values ??= this.#parse();
    return this.#isCut;
  }

  #parse(): Map<string, string> {
    const mark = this.#url.indexOf('?');
    if (mark === -1) return new Map();
    const query = this.#url.slice(mark + 1, mark + 1 + queryLengthMax);
    const isWhole = this.#url.length - mark - 1 <= queryLengthMax;
    const { values, isComplete } = readPairs(query, isWhole);
    this.#isCut = !isWhole || !isComplete;
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
