import { connect, type Socket } from 'node:net';

/** An answer as it came over the wire, taken apart by rules of its own, so that a mistake of Node's would be seen. */
export type RawAnswer = { status: number; headers: [name: string, value: string][]; body: string };

/** A connection that reads along; `closed` settles when both sides are done, however that came. */
export type RawConnection = { socket: Socket; text: () => string; closed: Promise<string> };

/** One that stays open until it is closed: the end of what the server says does not end what we may say. */
export function openRaw(port: number): RawConnection {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
  // A server may cut off whom it does not want to hear; what was said before counts.
  socket.on('error', () => undefined);
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(text)));
  return { socket, text: () => text, closed };
}

/** Says everything at once, and that nothing more will follow; gives what the server said until it closed. */
export async function exchange(port: number, sent: string | Uint8Array): Promise<string> {
  const { socket, closed } = openRaw(port);
  // Bytes, not characters: each character of the text is one.
  socket.end(typeof sent === 'string' ? Buffer.from(sent, 'latin1') : sent);
  socket.once('end', () => socket.destroy());
  return await closed;
}

const statusLine = /^HTTP\/1\.1 (\d{3}) [ -~]*$/;
const headerLine = /^([A-Za-z-]+): ([\t -~]*)$/;

/**
 * The answers in a text, one after the other. It throws where a line is not what HTTP allows, which is how a line
 * break that came from a visitor would show. `hasBody` is asked for each: a `HEAD` is answered without one.
 */
export function readAnswers(text: string, hasBody: (at: number) => boolean = () => true): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = text;
  let asked = 0;
  while (rest !== '') {
    const { status, headers, length } = readHead(rest);
    rest = rest.slice(length);
    const isFinal = status >= 200;
    const body = isFinal && status !== 204 && status !== 304 && hasBody(asked) ? readBody(rest, headers) : '';
    rest = rest.slice(body.length);
    answers.push({ status, headers, body });
    if (isFinal) asked += 1;
  }
  return answers;
}

function readHead(text: string): { status: number; headers: RawAnswer['headers']; length: number } {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) throw new Error(`no end of the head: ${text}`);
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const status = statusLine.exec(first)?.[1];
  if (status === undefined) throw new Error(`no line of status: ${first}`);
  const headers = lines.map((line): [string, string] => {
    const [, name, value] = headerLine.exec(line) ?? [];
    if (name === undefined || value === undefined) throw new Error(`no header: ${line}`);
    return [name.toLowerCase(), value];
  });
  return { status: Number(status), headers, length: end + 4 };
}

/** As it stands on the wire, with the sizes of its chunks. */
function readBody(text: string, headers: RawAnswer['headers']): string {
  if (headerOf({ headers }, 'transfer-encoding') === 'chunked') {
    const end = text.indexOf('0\r\n\r\n');
    if (end === -1) throw new Error('no end of the chunks');
    return text.slice(0, end + 5);
  }
  const length = Number(headerOf({ headers }, 'content-length') ?? Number.NaN);
  if (!(text.length >= length)) throw new Error(`${text.length} bytes instead of ${length}`);
  return text.slice(0, length);
}

export function headerOf({ headers }: Pick<RawAnswer, 'headers'>, name: string): string | undefined {
  return headers.find(([known]) => known === name)?.[1];
}

/** A request as it stands on the wire. */
export function writeRequest(
  method: string,
  target: string,
  headers: Record<string, string> = {},
  body = '',
): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}
