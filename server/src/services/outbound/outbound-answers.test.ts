import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { openSocket } from '../../platform/outbound-http/dial.ts';
import {
  formatResponse,
  startRawServer,
  type RawServer,
  type RawServerOptions,
} from '../../testing/http/raw-server.ts';
import { summarizeResult, makeTestClient } from '../../testing/outbound/outbound.ts';
import { outboundLimits, type OutboundClient, type OutboundResult } from './create-outbound-client.ts';

const opened: (RawServer | OutboundClient)[] = [];
const short = { connectMs: 200, totalMs: 300 };

afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

async function startServer(options: RawServerOptions = {}): Promise<RawServer> {
  const server = await startRawServer(options);
  opened.push(server);
  return server;
}

function openClient(server: RawServer, limits = {}): OutboundClient {
  const client = makeTestClient([server.port], { limits });
  opened.push(client);
  return client;
}

async function callFor(onRequest: RawServerOptions['onRequest'], limits = {}): Promise<OutboundResult> {
  const server = await startServer(onRequest === undefined ? {} : { onRequest });
  const url = `http://127.0.0.1:${server.port}/p?a=b%20c`;
  return await openClient(server, limits).send({ url, method: 'GET', partition: 'w1' });
}

const respondWith = (text: string) => callFor((socket) => socket.write(text));

describe('a response', () => {
  it('is returned with its status, headers, body and duration', async () => {
    const result = await respondWith(
      formatResponse(200, 'grüß', { 'retry-after': '5', 'set-cookie': 'a=b' }),
    );
    expect(result).toEqual({
      kind: 'answered',
      status: 200,
      headers: { 'retry-after': '5', 'content-length': '6' },
      body: 'grüß',
      isCut: false,
      durationMs: expect.any(Number) as number,
    });
  });

  it.each([301, 302, 303, 307, 308])(
    'with status %i is returned without following the redirect',
    async (status) => {
      const trap = await startServer();
      const result = await respondWith(
        formatResponse(status, '', { location: `http://127.0.0.1:${trap.port}/` }),
      );
      expect(summarizeResult(result)).toBe(status);
      expect(trap.connections()).toBe(0);
    },
  );

  it('with status 500 leaves the connection open for the next request', async () => {
    let requests = 0;
    const server = await startServer({
      onRequest: (socket) => socket.write(formatResponse(requests++ ? 200 : 500)),
    });
    const client = openClient(server);
    const call = { url: `http://127.0.0.1:${server.port}/`, method: 'GET', partition: 'w1' } as const;
    expect(summarizeResult(await client.send(call))).toBe(500);
    expect(summarizeResult(await client.send(call))).toBe(200);
    expect(server.connections()).toBe(1);
  });

  it('that never ends is truncated to 64 KiB, and its connection is closed', async () => {
    let closed: () => void;
    const whenClosed = new Promise<void>((resolve) => (closed = resolve));
    const result = await callFor((socket) => {
      socket.on('close', () => closed());
      const piece = Buffer.alloc(10_000, 'ä');
      const pour = () => {
        while (socket.writable && socket.write(piece));
      };
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.on('drain', pour);
      pour();
    });
    expect(result).toMatchObject({ kind: 'answered', status: 200, isCut: true });
    expect(result.kind === 'answered' && result.body).toBe('ä'.repeat(32_768));
    await whenClosed;
  });

  it('of exactly 64 KiB is complete, and a longer response is truncated before a character that the limit splits', async () => {
    const whole = await respondWith(formatResponse(200, 'a'.repeat(65_536)));
    expect(whole).toMatchObject({ isCut: false, body: 'a'.repeat(65_536) });
    const cut = await respondWith(formatResponse(200, `${'a'.repeat(65_535)}ä`));
    expect(cut).toMatchObject({ isCut: true, body: 'a'.repeat(65_535) });
  });

  it('that is not UTF-8 or is compressed is returned as received', async () => {
    const broken = await callFor((socket) =>
      socket.write(
        Buffer.concat([
          Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\n'),
          Buffer.of(0x61, 0xff, 0x62),
        ]),
      ),
    );
    expect(broken).toMatchObject({ body: 'a\ufffdb' });
    const compressed = await respondWith(formatResponse(200, 'not packed', { 'content-encoding': 'gzip' }));
    expect(compressed).toMatchObject({ body: 'not packed' });
  });
});

describe('a receiver', () => {
  it.each<[string, string, string]>([
    ['uses a different protocol', 'SSH-2.0-OpenSSH_9.9\r\n', 'protocol'],
    [
      'sends two content lengths',
      'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab',
      'protocol',
    ],
    [
      'sends a content length and chunks',
      'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n',
      'protocol',
    ],
    ['switches protocols', 'HTTP/1.1 101 Go\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n', 'protocol'],
    ['sends one huge header', `HTTP/1.1 200 OK\r\na: ${'b'.repeat(17_000)}\r\n\r\n`, 'too_long_headers'],
    [
      'sends too many headers',
      `HTTP/1.1 200 OK\r\n${'a: bcdefgh\r\n'.repeat(3_000)}\r\n`,
      'too_long_headers',
    ],
    ['sends a broken chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n', 'protocol'],
  ])('that %s fails the call', async (_, text, error) => {
    expect(summarizeResult(await respondWith(text))).toBe(error);
  });

  it('that sends headers of 15 KiB is accepted', async () => {
    expect(summarizeResult(await respondWith(formatResponse(200, '', { a: 'b'.repeat(15_000) })))).toBe(200);
  });

  it('that resets the connection before or during its headers or body fails the call', async () => {
    expect(await callFor((socket) => socket.resetAndDestroy())).toMatchObject({ error: 'reset' });
    expect(await callFor((socket) => socket.end('HTTP/1.1 200 OK\r\na: '))).toMatchObject({ error: 'reset' });
    const inBody = await callFor((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc'));
    expect(inBody).toMatchObject({ kind: 'failed', error: 'reset', status: 200 });
  });

  it('that hangs or sends its headers or body slowly makes the call time out', async () => {
    expect(await callFor(undefined, short)).toMatchObject({ error: 'timeout' });
    const drip = (before: string) =>
      callFor((socket) => {
        socket.write(before);
        const timer = setInterval(() => socket.write('a'), 20);
        socket.on('close', () => clearInterval(timer));
      }, short);
    expect(await drip('HTTP/1.1 200 OK\r\nx: ')).toMatchObject({ error: 'timeout' });
    const slowBody = await drip('HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n');
    expect(slowBody).toMatchObject({ kind: 'failed', error: 'timeout' });
    expect(slowBody.durationMs).toBeGreaterThanOrEqual(290);
    expect(slowBody.durationMs).toBeLessThan(3_000);
  });

  it('that responds without reading the request does not keep the connection open', async () => {
    const server = await startServer({ onConnection: (socket) => socket.pause().write(formatResponse(200)) });
    const dialed: Socket[] = [];
    const client = makeTestClient([server.port], {
      openSocket: (address, port) => {
        dialed.push(openSocket(address, port));
        return dialed.at(-1) as Socket;
      },
    });
    opened.push(client);
    const body = 'x'.repeat(20_000_000);
    const url = `http://127.0.0.1:${server.port}/`;
    expect(summarizeResult(await client.send({ url, method: 'POST', body, partition: 'w1' }))).toBe(200);
    await expect.poll(() => dialed.map(({ destroyed }) => destroyed)).toEqual([true]);
  });

  it('is not called after an abort, and a call in progress ends when it is aborted', async () => {
    const server = await startServer();
    const client = openClient(server);
    const call = { url: `http://127.0.0.1:${server.port}/`, method: 'GET', partition: 'w1' } as const;
    expect(await client.send({ ...call, signal: AbortSignal.abort() })).toMatchObject({ error: 'aborted' });
    expect(server.connections()).toBe(0);
    const controller = new AbortController();
    const sent = client.send({ ...call, signal: controller.signal });
    await expect.poll(() => server.requests.length).toBe(1);
    controller.abort();
    expect(await sent).toMatchObject({ error: 'aborted' });
  });
});

describe('a request', () => {
  it('has the headers of the caller, has no cookie and accepts only uncompressed responses', async () => {
    const server = await startServer({ onRequest: (socket) => socket.write(formatResponse(204)) });
    const client = openClient(server);
    const url = `http://127.0.0.1:${server.port}/pä?a=1#part`;
    const headers = { 'Content-Type': 'text/plain', 'User-Agent': 'Test' };
    await client.send({ url, method: 'POST', headers, body: 'grüß', partition: 'w1' });
    expect(server.requests).toEqual([
      [
        'POST /p%C3%A4?a=1 HTTP/1.1',
        `host: 127.0.0.1:${server.port}`,
        'user-agent: Test',
        'accept: */*',
        'content-type: text/plain',
        'accept-encoding: identity',
        'content-length: 6',
        'Connection: keep-alive',
        '',
        Buffer.from('grüß').toString('latin1'),
      ].join('\r\n'),
    ]);
  });

  it.each([
    [{ headers: { Host: 'other.example' } }],
    [{ headers: { 'transfer-encoding': 'chunked' } }],
    [{ headers: { 'x-a': 'b\r\nhost: other.example' } }],
    [{ headers: { 'x a': 'b' } }],
    [{ body: 'of a GET' }],
    [{ url: 'nonsense' }],
    [{ url: 'ftp://example.com/' }],
    [{ url: 'http://example.com/a b' }],
    [{ url: 'http://example.com\\@127.0.0.1/' }],
    [{ url: `http://example.com/${'a'.repeat(8_174)}` }],
    [{ url: `http://example.com/${'ä'.repeat(3_000)}` }],
  ])('that must not be sent is rejected: %o', async (wrong) => {
    const server = await startServer();
    const url = `http://127.0.0.1:${server.port}/`;
    const result = await openClient(server).send({ url, method: 'GET', partition: 'w1', ...wrong });
    expect(result).toMatchObject({ kind: 'failed', error: 'invalid_request' });
    expect(server.requests).toEqual([]);
  });

  it('may have a longer URL than a saved record, because replaced macros lengthen the URL', async () => {
    const server = await startServer({ onRequest: (socket) => socket.write(formatResponse(200)) });
    const url = `http://127.0.0.1:${server.port}/?`.padEnd(8_192, 'a');
    expect(summarizeResult(await openClient(server).send({ url, method: 'GET', partition: 'w1' }))).toBe(200);
  });
});

it('outboundLimits contains the documented limits', () => {
  expect(outboundLimits).toMatchObject({
    dnsMs: 2_000,
    connectMs: 3_000,
    totalMs: 15_000,
    headerBytesMax: 16_384,
    bodyBytesMax: 65_536,
  });
});
