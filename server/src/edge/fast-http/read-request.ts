import type { EdgeRequest } from '../exchange.ts';
import { FastHeaders } from './fast-headers.ts';
import { hashNext, meaningOf, meanings, settersByMeaning } from './header-meanings.ts';

/** What a browser or a proxy sends for a link: one whole request without a body, and nothing unusual about it. */
export type FastRequest = EdgeRequest & { url: string };

// Longer ones are rare, and Node knows when they are too long.
const bytesMax = 8 * 1024;

const start = Buffer.from('GET ');
const version = Buffer.from(' HTTP/1.1\r\n');
const [slash, colon, space, tab, carriageReturn, lineFeed] = [0x2f, 0x3a, 0x20, 0x09, 0x0d, 0x0a];

// Which bytes may stand in a name, in a value and in a path: a table is asked once for each byte of a head.
const inName = 1;
const inValue = 2;
const inPath = 4;
const places = Uint8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  return (
    (/[\w!#$%&'*+.^`|~-]/.test(character) ? inName : 0) |
    (/[\t\x20-\x7e\x80-\xff]/.test(character) ? inValue : 0) |
    // Letters that nobody has escaped are frequent, and as plain as any.
    (/[\x21-\x7e\x80-\xff]/.test(character) ? inPath : 0)
  );
});

/**
 * The request that these bytes are, all of them; undefined where there is anything about them that is not quite plain.
 * Whoever asks gives such bytes to Node, so nothing has to be understood here but what nearly everybody sends: exactly
 * one head, of names and values with the characters that they may have, and no folded lines.
 */
export function readFastRequest(bytes: Buffer, socket: EdgeRequest['socket']): FastRequest | undefined {
  if (bytes.length > bytesMax || bytes[bytes.length - 1] !== lineFeed) return undefined;
  if (!isAt(start, bytes, 0) || bytes[start.length] !== slash) return undefined;
  let urlEnd = start.length;
  while (isIn(inPath, bytes[urlEnd])) urlEnd += 1;
  if (!isAt(version, bytes, urlEnd)) return undefined;
  const text = bytes.toString('latin1');
  const headers = readFastHeaders(bytes, text, urlEnd + version.length);
  // Without a host it is no sound request of this version.
  if (headers?.host === undefined) return undefined;
  // Of its own, not a part of the text: every character of it is looked at, and in a part each takes twice as long.
  const url = bytes.toString('latin1', start.length, urlEnd);
  return { method: 'GET', url, headers, socket };
}

function isIn(place: number, byte: number | undefined): boolean {
  return byte !== undefined && ((places[byte] ?? 0) & place) !== 0;
}

function isAt(expected: Uint8Array, bytes: Uint8Array, begin: number): boolean {
  for (let at = 0; at < expected.length; at += 1) if (bytes[begin + at] !== expected[at]) return false;
  return true;
}

/** The headers from here to the end. Values are parts of the whole text: whoever keeps one for long copies it. */
function readFastHeaders(bytes: Buffer, text: string, begin: number): FastHeaders | undefined {
  const headers = new FastHeaders();
  let seen = 0;
  let at = begin;
  while (bytes[at] !== carriageReturn) {
    const nameBegin = at;
    let hash = 0;
    for (let byte = bytes[at]; byte !== undefined && isIn(inName, byte); byte = bytes[at]) {
      hash = hashNext(hash, byte);
      at += 1;
    }
    if (at === nameBegin || bytes[at] !== colon) return undefined;
    const meaning = meaningOf(hash, bytes, nameBegin, at);
    at += 1;
    const valueBegin = at;
    while (isIn(inValue, bytes[at])) at += 1;
    if (bytes[at] !== carriageReturn || bytes[at + 1] !== lineFeed) return undefined;
    if (meaning >= 0) {
      // Twice the same: Node knows which of them may be put together.
      if ((seen & (1 << meaning)) !== 0) return undefined;
      seen |= 1 << meaning;
      settersByMeaning[meaning]?.(headers, trimmed(bytes, text, valueBegin, at));
    } else if (meaning !== meanings.unread) {
      if (meaning === meanings.special || !isKeepAlive(trimmed(bytes, text, valueBegin, at)))
        return undefined;
    }
    at += 2;
  }
  // Exactly one head, and nothing behind it.
  return at === bytes.length - 2 && at > begin ? headers : undefined;
}

function isKeepAlive(value: string): boolean {
  return value === 'keep-alive' || value.toLowerCase() === 'keep-alive';
}

function trimmed(bytes: Buffer, text: string, begin: number, end: number): string {
  let first = begin;
  let last = end;
  while (first < last && isBlank(bytes[first])) first += 1;
  while (last > first && isBlank(bytes[last - 1])) last -= 1;
  return text.slice(first, last);
}

function isBlank(byte: number | undefined): boolean {
  return byte === space || byte === tab;
}
