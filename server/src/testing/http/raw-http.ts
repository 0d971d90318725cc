import { connect, type Socket } from 'node:net';

/** Response that is not parsed by Node, so that a bug in Node's parser would be noticed. */
export type RawResponse = { status: number; headers: [name: string, value: string][]; body: string };

/** Connection that collects received text; `closed` resolves when the socket is closed, for any reason. */
export type RawConnection = { socket: Socket; text: () => string; closed: Promise<string> };

/** Opens a connection that remains writable after the server has ended its side. */
export function openRaw(port: number): RawConnection {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
  // A server may reset the connection. Data that was received before the reset is still returned.
  socket.on('error', () => undefined);
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(text)));
  return { socket, text: () => text, closed };
}

export async function exchange(port: number, sent: string | Uint8Array): Promise<string> {
  const { socket, closed } = openRaw(port);
  // Latin-1 encodes each character as one byte.
  socket.end(typeof sent === 'string' ? Buffer.from(sent, 'latin1') : sent);
  socket.once('end', () => socket.destroy());
  return await closed;
}

const statusLine = /^HTTP\/1\.1 (\d{3}) [ -~]*$/;
const headerLine = /^([A-Za-z-]+): ([\t -~]*)$/;

/**
 * Parses consecutive responses. Throws if a line is not valid HTTP, so that a line break injected by a visitor is
 * detected. `hasBody` is called with the index of each request, because responses to HEAD requests have no body.
 */
export function parseResponses(
  text: string,
  hasBody: (index: number) => boolean = () => true,
): RawResponse[] {
  const answers: RawResponse[] = [];
  let rest = text;
  let requestIndex = 0;
  while (rest !== '') {
    const { status, headers, length } = readHead(rest);
    rest = rest.slice(length);
    const isFinal = status >= 200;
    const body =
      isFinal && status !== 204 && status !== 304 && hasBody(requestIndex) ? readBody(rest, headers) : '';
    rest = rest.slice(body.length);
    answers.push({ status, headers, body });
    if (isFinal) requestIndex += 1;
  }
  return answers;
}

function readHead(text: string): { status: number; headers: RawResponse['headers']; length: number } {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) throw new Error(`head is incomplete: ${text}`);
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const status = statusLine.exec(first)?.[1];
  if (status === undefined) throw new Error(`invalid status line: ${first}`);
  const headers = lines.map((line): [string, string] => {
    const [, name, value] = headerLine.exec(line) ?? [];
    if (name === undefined || value === undefined) throw new Error(`invalid header: ${line}`);
    return [name.toLowerCase(), value];
  });
  return { status: Number(status), headers, length: end + 4 };
}

function readBody(text: string, headers: RawResponse['headers']): string {
  if (findHeader({ headers }, 'transfer-encoding') === 'chunked') {
    const end = text.indexOf('0\r\n\r\n');
    if (end === -1) throw new Error('chunked body is incomplete');
    return text.slice(0, end + 5);
  }
  const length = Number(findHeader({ headers }, 'content-length') ?? Number.NaN);
  if (!(text.length >= length)) throw new Error(`expected ${length} bytes, got ${text.length}`);
  return text.slice(0, length);
}

export function findHeader({ headers }: Pick<RawResponse, 'headers'>, name: string): string | undefined {
  return headers.find(([known]) => known === name)?.[1];
}

export function writeRequest(
  method: string,
  target: string,
  headers: Record<string, string> = {},
  body = '',
): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}
