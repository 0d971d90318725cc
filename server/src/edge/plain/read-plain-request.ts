import type { EdgeHeaders, EdgeRequest } from '../exchange.ts';

/** What a browser or a proxy sends for a link: one whole request without a body, and nothing unusual about it. */
export type PlainRequest = EdgeRequest & { url: string };

// Longer ones are rare, and Node knows when they are too long.
const bytesMax = 8 * 1024;

// Sound beyond doubt: exactly one head, of names and values with the characters that they may have, and no folded lines.
const plainHead =
  /^GET (\/[\x21-\x7e]*) HTTP\/1\.1\r\n(?:[\w!#$%&'*+.^`|~-]+:[\t\x20-\x7e\x80-\xff]*\r\n)+\r\n$/;

const lineFeed = 0x0a;
const space = 0x20;
const tab = 0x09;

/** All in the same order, whatever came: objects of one shape are read several times faster. */
export class PlainHeaders implements EdgeHeaders {
  'accept': string | undefined = undefined;
  'accept-encoding': string | undefined = undefined;
  'accept-language': string | undefined = undefined;
  'cookie': string | undefined = undefined;
  'host': string | undefined = undefined;
  'if-none-match': string | undefined = undefined;
  'purpose': string | undefined = undefined;
  'referer': string | undefined = undefined;
  'sec-ch-ua': string | undefined = undefined;
  'sec-ch-ua-full-version-list': string | undefined = undefined;
  'sec-ch-ua-mobile': string | undefined = undefined;
  'sec-ch-ua-model': string | undefined = undefined;
  'sec-ch-ua-platform': string | undefined = undefined;
  'sec-ch-ua-platform-version': string | undefined = undefined;
  'sec-purpose': string | undefined = undefined;
  'user-agent': string | undefined = undefined;
  'x-forwarded-for': string | undefined = undefined;
  'x-forwarded-host': string | undefined = undefined;
  'x-forwarded-proto': string | undefined = undefined;
  'x-moz': string | undefined = undefined;
  'x-purpose': string | undefined = undefined;
}

/** What a header of a request means here: one that is read, one that nobody reads, or one that Node has to deal with. */
type Meaning = keyof PlainHeaders | 'unread' | 'connection' | 'special';

// A body, another protocol, an answer that is waited for first.
const specialNames = ['content-length', 'expect', 'transfer-encoding', 'upgrade'];
const unreadNames = [
  'cache-control',
  'content-type',
  'dnt',
  'keep-alive',
  'origin',
  'pragma',
  'priority',
  'sec-fetch-dest',
  'sec-fetch-mode',
  'sec-fetch-site',
  'sec-fetch-user',
  'upgrade-insecure-requests',
  'via',
  'x-real-ip',
];

const fields = Object.keys(new PlainHeaders()) as (keyof PlainHeaders)[];
const meanings = new Map<string, Meaning>([
  ...unreadNames.flatMap((name) => spellings(name, 'unread' as const)),
  ...fields.flatMap((name) => spellings(name, name)),
  ...spellings('connection', 'connection' as const),
  ...specialNames.flatMap((name) => spellings(name, 'special' as const)),
]);

/** In small letters, as newer protocols have them, and with capitals, as they were. */
function spellings<Value>(name: string, value: Value): [string, Value][] {
  const capitals = name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());
  return [
    [name, value],
    [capitals, value],
  ];
}

/**
 * The request that these bytes are, all of them; undefined where there is anything about them that is not quite plain.
 * Whoever asks gives such bytes to Node, so nothing has to be understood here but what nearly everybody sends.
 */
export function readPlainRequest(bytes: Buffer, socket: EdgeRequest['socket']): PlainRequest | undefined {
  if (bytes.length > bytesMax || bytes[bytes.length - 1] !== lineFeed) return undefined;
  const text = bytes.toString('latin1');
  const url = plainHead.exec(text)?.[1];
  const headers = url === undefined ? undefined : readPlainHeaders(bytes, text);
  // Without a host it is no sound request of this version.
  if (url === undefined || headers?.host === undefined) return undefined;
  return { method: 'GET', url, headers, socket };
}

function readPlainHeaders(bytes: Buffer, text: string): PlainHeaders | undefined {
  const headers = new PlainHeaders();
  const end = text.length - 2;
  let at = text.indexOf('\n') + 1;
  while (at < end) {
    const colon = text.indexOf(':', at);
    const lineEnd = text.indexOf('\r', colon);
    const name = text.slice(at, colon);
    const meaning = meanings.get(name) ?? meanings.get(name.toLowerCase()) ?? 'unread';
    if (meaning === 'special') return undefined;
    if (meaning === 'connection') {
      if (!isKeepAlive(readValue(bytes, colon + 1, lineEnd))) return undefined;
    } else if (meaning !== 'unread') {
      // Twice the same: Node knows which of them may be put together.
      if (headers[meaning] !== undefined) return undefined;
      headers[meaning] = readValue(bytes, colon + 1, lineEnd);
    }
    at = lineEnd + 2;
  }
  return headers;
}

/** A text of its own, since some are kept for long: a part of the whole would keep the whole. */
function readValue(bytes: Buffer, start: number, end: number): string {
  let first = start;
  let last = end;
  while (first < last && isBlank(bytes[first])) first += 1;
  while (last > first && isBlank(bytes[last - 1])) last -= 1;
  return bytes.toString('latin1', first, last);
}

function isBlank(byte: number | undefined): boolean {
  return byte === space || byte === tab;
}

function isKeepAlive(value: string): boolean {
  return value === 'keep-alive' || value.toLowerCase() === 'keep-alive';
}
