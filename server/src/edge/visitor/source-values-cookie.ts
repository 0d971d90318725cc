import { makeSipHash, writeUint32 } from '../../domain/click-id/index.ts';
import { decodeText } from '../request/decode-text.ts';

/** Values from the traffic source that the offers behind the landing page use, by parameter name. */
export type KeptValues = ReadonlyMap<string, string>;

/** Names and values. Each name must be unique. */
export type NamedValues = Iterable<readonly [name: string, value: string]>;

export const sourceValuesCookieName = 'wps';
export const sourceValuesPurpose = 'source values';

// Browsers accept up to 4 KiB. The oldest visits are dropped first.
const lengthMax = 3_000;
const visitsMax = 5;
const signatureLength = 16;

export type SourceValuesCookies = {
  read(cookie: string | undefined, visitId: string): KeptValues | undefined;
  add(cookie: string | undefined, visitId: string, values: NamedValues): string;
};

/**
 * Creates the cookie codec. Landing-page clicks are redirected without a database lookup, so the values that the offer
 * URL needs are stored in the browser. After a signature, the cookie contains `visit!name=value&…~visit!…`, newest
 * visit first.
 */
export function sourceValuesCookies(key: Uint8Array): SourceValuesCookies {
  const hash = makeSipHash(key);
  const signatureBytes = Buffer.alloc(signatureLength / 2);
  const sign = (text: string) => {
    hash.ofText(text);
    writeUint32(hash.high, signatureBytes, 0);
    writeUint32(hash.low, signatureBytes, 4);
    return signatureBytes.toString('hex');
  };
  const entriesOf = (cookie: string | undefined): string[] => {
    const text = cookie?.slice(signatureLength) ?? '';
    return text === '' || text.length > lengthMax || cookie?.slice(0, signatureLength) !== sign(text)
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
      return sign(text) + text;
    },
  };
}

// Writes the values of one visit and leaves out values that don't fit.
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

const unescapedText = /^[\w.-]*$/;

function encode(text: string): string {
  return unescapedText.test(text)
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
