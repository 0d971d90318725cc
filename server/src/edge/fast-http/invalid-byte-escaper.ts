import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

type Reading = {
  // Part of the request that is read next. Node determines the end of the body.
  part: 'line' | 'head' | 'body';
  // Request line as received, and as passed to Node. Both lines have the same length.
  received: string;
  sanitized: string;
  request: IncomingMessage | undefined;
};

const [lineFeed, carriageReturn, space, placeholder] = [0x0a, 0x0d, 0x20, 0x78];
// No real visitor sends a longer request line.
const lineBytesMax = 16 * 1_024;
const lineStart = /^[A-Z]+ \S/;
const wholeLine = /^([A-Z]+ )(.*) HTTP\/1\.[01]\r$/s;
const version = 'HTTP/1.1\r\n';
const invalidBytes = /[^\x21-\x7e]/g;

/**
 * Makes Node accept URLs with unescaped bytes, which traffic sources and affiliate networks send. Each invalid byte is
 * replaced with a letter before Node parses the request. The request that Node creates then gets the original URL back,
 * with the invalid bytes escaped. The length and all other bytes stay the same, so the boundaries between requests do
 * not move.
 */
export class InvalidByteEscaper {
  readonly #readings = new WeakMap<Socket, Reading>();

  /**
   * Watches a socket. Must be called after Node's listeners are attached, because Node reads the socket natively until
   * a `data` listener is added.
   */
  watch(socket: Socket): void {
    const reading: Reading = { part: 'line', received: '', sanitized: '', request: undefined };
    this.#readings.set(socket, reading);
    socket.prependListener('data', (bytes: Buffer) => processChunk(reading, bytes));
  }

  restoreUrl(request: IncomingMessage): void {
    const reading = this.#readings.get(request.socket);
    if (reading === undefined) return;
    const { received, sanitized } = reading;
    Object.assign(reading, { part: 'body', received: '', sanitized: '', request });
    if (received === sanitized) return;
    const [, method = '', target = ''] = wholeLine.exec(sanitized) ?? [];
    // With pipelined requests, this line may belong to a different request. In that case, Node's URL is correct.
    if (target !== request.url) return;
    request.url = received
      .slice(method.length, method.length + target.length)
      .replace(invalidBytes, escapeByte);
  }
}

// Assumes that a request starts at a chunk boundary, which is true for every client that does not pipeline.
function processChunk(reading: Reading, bytes: Buffer): void {
  if (reading.part === 'body' && reading.request?.complete === true) reading.part = 'line';
  if (reading.part !== 'line') return;
  let start = 0;
  // Empty lines before a request are ignored.
  if (reading.received === '') while (isLineEnd(bytes[start])) start += 1;
  const found = bytes.indexOf(lineFeed, start);
  const end = found === -1 ? bytes.length : found;
  if (found !== -1 || reading.received.length + end > lineBytesMax) reading.part = 'head';
  const before = reading.received;
  reading.received += bytes.toString('latin1', start, end);
  const isLine = (found === -1 ? lineStart : wholeLine).test(reading.received);
  const urlStart = isLine ? reading.received.indexOf(' ') + 1 : reading.received.length;
  for (let at = start + Math.max(0, urlStart - before.length); at < end; at += 1)
    if (isInvalid(bytes, at)) bytes[at] = placeholder;
  reading.sanitized += bytes.toString('latin1', start, end);
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === lineFeed || byte === carriageReturn;
}

// Bytes that some parsers treat as a line end enable request smuggling. They are not escaped, so that Node rejects
// them.
function isInvalid(bytes: Buffer, at: number): boolean {
  const byte = bytes[at] ?? 0;
  if (byte === space) return !isBeforeVersion(bytes, at + 1);
  return byte > 0x7e || (byte < space && byte !== carriageReturn && byte !== 0);
}

function isBeforeVersion(bytes: Buffer, start: number): boolean {
  const next = bytes.toString('latin1', start, start + version.length);
  return version.startsWith(next.replaceAll(/\d/g, '1'));
}

function escapeByte(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
