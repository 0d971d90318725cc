import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** The request that a connection of Node's is bringing. */
type Reading = {
  /** Which part of it comes next; the body ends where Node says so. */
  part: 'line' | 'head' | 'body';
  /** Its line, as it came and as Node got it; of the same length. */
  sent: string;
  given: string;
  request: IncomingMessage | undefined;
};

const [lineFeed, carriageReturn, space, standIn] = [0x0a, 0x0d, 0x20, 0x78];
// A link that is longer is no visitor's.
const lineBytesMax = 16 * 1_024;
const lineBegin = /^[A-Z]+ \S/;
const wholeLine = /^([A-Z]+ )(.*) HTTP\/1\.[01]\r$/s;
const version = 'HTTP/1.1\r\n';
const odd = /[^\x21-\x7e]/g;

/**
 * Sources put letters, spaces and worse into links as they are, networks into what they report, and Node refuses such
 * requests. So each of those bytes is replaced by a letter before Node sees it, and the link is put back, escaped, into
 * the request that Node makes of it. Nothing else is changed, nor any length: where a request ends stays as plain as it was.
 */
export class InvalidByteEscaper {
  readonly #readings = new WeakMap<Socket, Reading>();

  /** To be called when the listeners of Node are there: it reads from the connection in its own way until then. */
  watch(socket: Socket): void {
    const reading: Reading = { part: 'line', sent: '', given: '', request: undefined };
    this.#readings.set(socket, reading);
    socket.prependListener('data', (bytes: Buffer) => readOn(reading, bytes));
  }

  /** Gives a request the link that it came with. */
  restore(request: IncomingMessage): void {
    const reading = this.#readings.get(request.socket);
    if (reading === undefined) return;
    const { sent, given } = reading;
    Object.assign(reading, { part: 'body', sent: '', given: '', request });
    if (sent === given) return;
    const [, method = '', target = ''] = wholeLine.exec(given) ?? [];
    // Who sends several requests at once may have been misunderstood; Node was not.
    if (target !== request.url) return;
    request.url = sent.slice(method.length, method.length + target.length).replace(odd, escapeByte);
  }
}

/** Only whoever sends the next request after the answer to the last one begins it with these bytes. All browsers and proxies do. */
function readOn(reading: Reading, bytes: Buffer): void {
  if (reading.part === 'body' && reading.request?.complete === true) reading.part = 'line';
  if (reading.part !== 'line') return;
  let begin = 0;
  // Empty lines before a request mean nothing.
  if (reading.sent === '') while (isLineEnd(bytes[begin])) begin += 1;
  const found = bytes.indexOf(lineFeed, begin);
  const end = found === -1 ? bytes.length : found;
  if (found !== -1 || reading.sent.length + end > lineBytesMax) reading.part = 'head';
  const before = reading.sent;
  reading.sent += bytes.toString('latin1', begin, end);
  const isLine = (found === -1 ? lineBegin : wholeLine).test(reading.sent);
  const linkBegin = isLine ? reading.sent.indexOf(' ') + 1 : reading.sent.length;
  for (let at = begin + Math.max(0, linkBegin - before.length); at < end; at += 1)
    if (isOdd(bytes, at)) bytes[at] = standIn;
  reading.given += bytes.toString('latin1', begin, end);
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === lineFeed || byte === carriageReturn;
}

/** What some would take for the end of the line stays, and is refused: two readers could see two different requests. */
function isOdd(bytes: Buffer, at: number): boolean {
  const byte = bytes[at] ?? 0;
  if (byte === space) return !isBeforeVersion(bytes, at + 1);
  return byte > 0x7e || (byte < space && byte !== carriageReturn && byte !== 0);
}

/** As far as it has come. */
function isBeforeVersion(bytes: Buffer, begin: number): boolean {
  const next = bytes.toString('latin1', begin, begin + version.length);
  return version.startsWith(next.replaceAll(/\d/g, '1'));
}

function escapeByte(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
