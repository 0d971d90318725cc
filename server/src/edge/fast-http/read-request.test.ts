import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { exchange } from '../../testing/http/raw-http.ts';
import { FastHeaders } from './fast-headers.ts';
import { readFastRequest } from './read-request.ts';

const socket = { remoteAddress: '127.0.0.1' };
const names = Object.keys(new FastHeaders()) as (keyof FastHeaders)[];
const read = (text: string) => readFastRequest(Buffer.from(text, 'latin1'), socket);

describe('readFastRequest', () => {
  it('reads the URL and the known headers', () => {
    const request = read(
      'GET /c/x?a=%20b HTTP/1.1\r\nHost: track.example\r\nUSER-agent:\t Caf\xe9 \r\nX-Else: y\r\nConnection: Keep-Alive\r\n\r\n',
    );
    expect(request).toMatchObject({ method: 'GET', url: '/c/x?a=%20b', socket });
    expect(request?.headers).toMatchObject({ host: 'track.example', 'user-agent': 'Caf\xe9' });
    expect(Object.values(request?.headers ?? {}).filter((value) => value !== undefined)).toHaveLength(2);
  });

  it('accepts unescaped bytes in the URL, which Node would reject', () => {
    expect(read('GET /\xd0\xba HTTP/1.1\r\nhost: a\r\n\r\n')?.url).toBe('/\xd0\xba');
  });

  it.each([
    ['another method', 'POST / HTTP/1.1\r\nhost: a\r\n\r\n'],
    ['another version', 'GET / HTTP/1.0\r\nhost: a\r\n\r\n'],
    ['no host', 'GET / HTTP/1.1\r\naccept: a\r\n\r\n'],
    ['no headers', 'GET / HTTP/1.1\r\n\r\n'],
    ['an absolute URL', 'GET http://a/ HTTP/1.1\r\nhost: a\r\n\r\n'],
    ['a body', 'GET / HTTP/1.1\r\nhost: a\r\nContent-Length: 1\r\n\r\n'],
    ['chunked encoding', 'GET / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n'],
    ['an Expect header', 'GET / HTTP/1.1\r\nhost: a\r\nEXPECT: 100-continue\r\n\r\n'],
    ['an upgrade', 'GET / HTTP/1.1\r\nhost: a\r\nupgrade: h2c\r\n\r\n'],
    ['connection: close', 'GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n'],
    ['two hosts', 'GET / HTTP/1.1\r\nhost: a\r\nhost: a\r\n\r\n'],
    ['a folded line', 'GET / HTTP/1.1\r\nhost: a\r\n b\r\n\r\n'],
    ['a space before the colon', 'GET / HTTP/1.1\r\nhost : a\r\n\r\n'],
    ['a bare line feed', 'GET / HTTP/1.1\nhost: a\n\n'],
    ['a NUL', 'GET / HTTP/1.1\r\nhost: a\0\r\n\r\n'],
    ['an incomplete head', 'GET / HTTP/1.1\r\nhost: a\r\n'],
    ['a second request after it', 'GET / HTTP/1.1\r\nhost: a\r\n\r\nGET / HTTP/1.1\r\nhost: a\r\n\r\n'],
    ['more than 8 KiB', `GET / HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(9_000)}\r\n\r\n`],
    ['an empty buffer', ''],
  ])('leaves a request with %s to Node', (_, text) => {
    expect(read(text)).toBeUndefined();
  });
});

describe('readFastRequest compared with Node', () => {
  let port: number;
  const seen: { url: string | undefined; headers: IncomingHttpHeaders }[] = [];

  beforeAll(async () => {
    const server = createServer({ joinDuplicateHeaders: true }, (request, response) => {
      seen.push({ url: request.url, headers: request.headers });
      response.setHeader('connection', 'close').end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
    return () => server.close();
  });

  const name = fc.constantFrom(
    ...names,
    'Host',
    'Cookie',
    'x-else',
    'Connection',
    'Accept ',
    'user_agent',
    '',
  );
  const value = fc.oneof(
    fc.constantFrom('', ' a ', '\tb\t', 'keep-alive', 'a, b', 'caf\xe9', 'a: b', 'a\0b', 'a\rb', '\x7f'),
    fc.string({ maxLength: 20 }),
  );
  const gap = fc.constantFrom(': ', ':', ':  ', ':\t', ' : ');
  const line = fc.tuple(name, gap, value).map((parts) => parts.join(''));
  const request = fc
    .tuple(
      fc.constantFrom('/', '/c/x?a=b', '/c/%zz', '*', '/a#b', '/a b'),
      fc.array(line, { maxLength: 6 }),
      fc.constantFrom('\r\n', '\r\n', '\r\n', '\n', '\r\n '),
    )
    .map(([url, lines, end]) => [`GET ${url} HTTP/1.1`, 'host: a', ...lines, '', ''].join(end));

  it('reads the same URL and headers as Node', async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(request, async (text) => {
        const fast = read(text);
        if (fast === undefined) return;
        compared += 1;
        await exchange(port, text);
        const byNode = seen.pop();
        expect(byNode?.url).toBe(fast.url);
        for (const header of names)
          expect([header, byNode?.headers[header]]).toEqual([header, fast.headers[header]]);
      }),
      { numRuns: 1_500 },
    );
    // Fails if too few requests were compared.
    expect(compared).toBeGreaterThan(50);
  });
});
