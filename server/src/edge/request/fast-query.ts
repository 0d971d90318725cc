import { plainLengthMax } from './decode-text.ts';

/** Where the parameters of a link stand in it: of each a hash of its name, where that begins and ends, and where the value ends. */
export type FastQuery = readonly number[];

const numbersEach = 4;
const [odd, usual, equals, separator] = [0, 1, 2, 3];

// Printable characters of ASCII, without those that stand for others or may end `&amp;`, and without the one that rows escape.
const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (code < 0x20 || code === 0x7f || '%+;\\'.includes(character)) return odd;
  return character === '=' ? equals : character === '&' || character === '?' ? separator : usual;
});

/**
 * Finds the parameters of a query that says what it says; undefined where anything in it has to be decoded, cut or
 * escaped. Nearly all links of sources are so, and then no name is cut out and no map is made: each value is looked for
 * among a few numbers, and cut out when somebody wants it.
 */
export function findParameters(url: string, begin: number, parametersMax: number): FastQuery | undefined {
  const found: number[] = [];
  let nameBegin = begin;
  let nameEnd = -1;
  let hash = 0;
  for (let at = begin; at <= url.length; at += 1) {
    const code = at < url.length ? url.charCodeAt(at) : 0x26;
    const kind = code < 128 ? kinds[code] : odd;
    if (kind === odd) return undefined;
    if (kind === separator) {
      if (nameEnd === -1) nameEnd = at;
      if (at - nameBegin > plainLengthMax) return undefined;
      if (nameEnd > nameBegin) found.push(hash, nameBegin, nameEnd, at);
      nameBegin = at + 1;
      nameEnd = -1;
      hash = 0;
    } else if (nameEnd === -1) {
      if (kind === equals) nameEnd = at;
      else hash = hashNext(hash, code);
    }
  }
  return found.length <= parametersMax * numbersEach ? found : undefined;
}

/** The first value of a name. */
export function findValue(url: string, query: FastQuery, name: string): string | undefined {
  let hash = 0;
  for (let at = 0; at < name.length; at += 1) hash = hashNext(hash, name.charCodeAt(at));
  for (let at = 0; at < query.length; at += numbersEach) {
    if (query[at] !== hash) continue;
    const [begin = 0, end = 0, valueEnd = 0] = [query[at + 1], query[at + 2], query[at + 3]];
    if (end - begin === name.length && url.startsWith(name, begin)) return url.slice(end + 1, valueEnd);
  }
  return undefined;
}

function hashNext(hash: number, code: number): number {
  return (Math.imul(hash, 31) + code) | 0;
}
