import { makeSipHash, writeUint32 } from '../../domain/click-id/index.ts';
import { decodeText } from '../request/decode-text.ts';

/** What a source said of a visit, as far as the offers behind its landing want to know it: names and values. */
export type KeptValues = ReadonlyMap<string, string>;

/** The same to be kept, each name once. */
export type NamedValues = Iterable<readonly [name: string, value: string]>;

export const sourceValuesCookieName = 'wps';
export const sourceValuesPurpose = 'source values';

/** What is beyond is not kept, the oldest visit first: browsers take 4 KiB. */
const lengthMax = 3_000;
const visitsMax = 5;
const codeLength = 16;

export type SourceValuesCookies = {
  read(cookie: string | undefined, visitId: string): KeptValues | undefined;
  /** The cookie with the values of one more visit. */
  add(cookie: string | undefined, visitId: string, values: NamedValues): string;
};

/**
 * A landing click goes to its offer without any look-up, so what the link of the offer takes from the visit has to come
 * back with the browser: `visit!name=value&…~visit!…`, newest first, behind a code that proves that it is ours.
 */
export function sourceValuesCookies(key: Uint8Array): SourceValuesCookies {
  const hash = makeSipHash(key);
  const code = Buffer.alloc(codeLength / 2);
  const codeOf = (text: string) => {
    hash.ofText(text);
    writeUint32(hash.high, code, 0);
    writeUint32(hash.low, code, 4);
    return code.toString('hex');
  };
  const entriesOf = (cookie: string | undefined): string[] => {
    const text = cookie?.slice(codeLength) ?? '';
    return text === '' || text.length > lengthMax || cookie?.slice(0, codeLength) !== codeOf(text)
      ? []
      : text.split('~');
  };
  return {
    read: (cookie, visitId) => {
      const start = `${visitId}!`;
      const entry = entriesOf(cookie).find((one) => one.startsWith(start));
      return entry === undefined ? undefined : readPairs(entry.slice(start.length));
    },
    add: (cookie, visitId, values) => {
      let text = writeEntry(visitId, values);
      for (const entry of entriesOf(cookie).slice(0, visitsMax - 1)) {
        if (text.length + 1 + entry.length > lengthMax) break;
        text += `~${entry}`;
      }
      return codeOf(text) + text;
    },
  };
}

/** A value that does not fit is left out whole. */
function writeEntry(visitId: string, values: NamedValues): string {
  let entry = `${visitId}!`;
  let separator = '';
  for (const [name, value] of values) {
    const pair = `${separator}${encode(name)}=${encode(value)}`;
    if (entry.length + pair.length > lengthMax) continue;
    entry += pair;
    separator = '&';
  }
  return entry;
}

const plain = /^[\w.-]*$/;

/** What separates something here, or has no place in a cookie, is escaped. */
function encode(text: string): string {
  return plain.test(text)
    ? text
    : encodeURIComponent(text.toWellFormed()).replace(/[!~'()*]/g, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
}

function readPairs(text: string): KeptValues {
  const pairs = text === '' ? [] : text.split('&');
  return new Map(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      return [decodeText(pair.slice(0, at)), decodeText(pair.slice(at + 1))];
    }),
  );
}
