import type { EdgeRequest } from '../exchange.ts';
import { FastHeaders } from './fast-headers.ts';
import { findHeaderCode, hashNext, headerCodes, settersByCode } from './header-codes.ts';

export type FastRequest = EdgeRequest & { url: string };

// Longer requests are rare and are handed to Node, which enforces the final limit.
const bytesMax = 8 * 1024;

const start = Buffer.from('GET ');
const version = Buffer.from(' HTTP/1.1\r\n');
const [slash, colon, space, tab, carriageReturn, lineFeed] = [0x2f, 0x3a, 0x20, 0x09, 0x0d, 0x0a];

// Lookup table of the bytes allowed in header names, header values and paths. Every byte is checked, and a table lookup
// is the fastest check.
const inName = 1;
const inValue = 2;
const inPath = 4;
const byteClasses = Uint8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  return (
    (/[\w!#$%&'*+.^`|~-]/.test(character) ? inName : 0) |
    (/[\t\x20-\x7e\x80-\xff]/.test(character) ? inValue : 0) |
    // Unescaped non-ASCII letters are common and need no special handling.
    (/[\x21-\x7e\x80-\xff]/.test(character) ? inPath : 0)
  );
});

/**
 * Parses the bytes as exactly one simple GET request, or returns undefined if anything about them is unusual. The
 * caller then hands the bytes to Node, so this parser supports only what nearly all clients send: one request head with
 * valid names and values and without folded lines.
 */
export function readFastRequest(bytes: Buffer, socket: EdgeRequest['socket']): FastRequest | undefined {
  if (bytes.length > bytesMax || bytes[bytes.length - 1] !== lineFeed) return undefined;
  if (!isAt(start, bytes, 0) || bytes[start.length] !== slash) return undefined;
  let urlEnd = start.length;
  while (isIn(inPath, bytes[urlEnd])) urlEnd += 1;
  if (!isAt(version, bytes, urlEnd)) return undefined;
  const text = bytes.toString('latin1');
  const headers = readFastHeaders(bytes, text, urlEnd + version.length);
  // HTTP/1.1 requires a Host header.
  if (headers?.host === undefined) return undefined;
  // The URL is a separate string instead of a slice of `text`, because every character of the URL is read, and reading
  // from a slice takes twice as long.
  const url = bytes.toString('latin1', start.length, urlEnd);
  return { method: 'GET', url, headers, socket };
}

function isIn(byteClass: number, byte: number | undefined): boolean {
  return byte !== undefined && ((byteClasses[byte] ?? 0) & byteClass) !== 0;
}

function isAt(expected: Uint8Array, bytes: Uint8Array, begin: number): boolean {
  for (let at = 0; at < expected.length; at += 1) if (bytes[begin + at] !== expected[at]) return false;
  return true;
}

// Header values are slices of `text` and keep all of it in memory; copy a value before caching it.
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
    const code = findHeaderCode(hash, bytes, nameBegin, at);
    at += 1;
    const valueBegin = at;
    while (isIn(inValue, bytes[at])) at += 1;
    if (bytes[at] !== carriageReturn || bytes[at + 1] !== lineFeed) return undefined;
    if (code >= 0) {
      // Requests with repeated headers are handed to Node, which knows which headers may be joined.
      if ((seen & (1 << code)) !== 0) return undefined;
      seen |= 1 << code;
      settersByCode[code]?.(headers, trimmed(bytes, text, valueBegin, at));
    } else if (code !== headerCodes.ignored) {
      if (code === headerCodes.unsupported || !isKeepAlive(trimmed(bytes, text, valueBegin, at)))
        return undefined;
    }
    at += 2;
  }
  // Only a single request head with nothing after it is accepted.
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
