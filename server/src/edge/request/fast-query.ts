import { untruncatedLength } from './decode-text.ts';

/** Four numbers for each parameter: hash of the name, start of the name, end of the name, end of the value. */
export type FastQuery = readonly number[];

const numbersPerParameter = 4;
const [special, ordinary, equals, separator] = [0, 1, 2, 3];

// Special characters: control characters, `%` and `+` (which need decoding), `;` (which may end `&amp;`), and the
// backslash (which is escaped in rows).
const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (code < 0x20 || code === 0x7f || '%+;\\'.includes(character)) return special;
  return character === '=' ? equals : character === '&' || character === '?' ? separator : ordinary;
});

/**
 * Finds the parameters of a query that needs no decoding, truncation or escaping, as in nearly all links; returns
 * undefined for any other query. Names are not sliced and no map is built: a value is found by comparing a few numbers,
 * and sliced only when it is read.
 */
export function findParameters(url: string, begin: number, parametersMax: number): FastQuery | undefined {
  const found: number[] = [];
  let nameBegin = begin;
  let nameEnd = -1;
  let hash = 0;
  for (let at = begin; at <= url.length; at += 1) {
    const code = at < url.length ? url.charCodeAt(at) : 0x26;
    const kind = code < 128 ? kinds[code] : special;
    if (kind === special) return undefined;
    if (kind === separator) {
      if (nameEnd === -1) nameEnd = at;
      if (at - nameBegin > untruncatedLength) return undefined;
      if (nameEnd > nameBegin) found.push(hash, nameBegin, nameEnd, at);
      nameBegin = at + 1;
      nameEnd = -1;
      hash = 0;
    } else if (nameEnd === -1) {
      if (kind === equals) nameEnd = at;
      else hash = hashNext(hash, code);
    }
  }
  return found.length <= parametersMax * numbersPerParameter ? found : undefined;
}

export function findValue(url: string, query: FastQuery, name: string): string | undefined {
  let hash = 0;
  for (let at = 0; at < name.length; at += 1) hash = hashNext(hash, name.charCodeAt(at));
  for (let at = 0; at < query.length; at += numbersPerParameter) {
    if (query[at] !== hash) continue;
    const [begin = 0, end = 0, valueEnd = 0] = [query[at + 1], query[at + 2], query[at + 3]];
    if (end - begin === name.length && url.startsWith(name, begin)) return url.slice(end + 1, valueEnd);
  }
  return undefined;
}

function hashNext(hash: number, code: number): number {
  return (Math.imul(hash, 31) + code) | 0;
}
