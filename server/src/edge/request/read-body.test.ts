import { createServer, request as makeRequest, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readBody, type Body } from './read-body.ts';

const bytesMax = 10;
let server: Server;
let port: number;
let bodies: Body[] = [];

beforeAll(async () => {
  server = createServer((request, response) =>
    readBody(request, bytesMax, (body) => {
      bodies.push(body);
      response.end('read');
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});

beforeEach(() => (bodies = []));

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function send(pieces: string[], headers: Record<string, string> = {}): Promise<number | undefined> {
  const request = makeRequest({ port, host: '127.0.0.1', method: 'POST', headers, agent: false });
  const answer = new Promise<IncomingMessage>((resolve, reject) =>
    request.on('response', resolve).on('error', reject),
  );
  for (const piece of pieces) request.write(piece);
  request.end();
  const response = await answer;
  response.resume();
  return response.statusCode;
}

test.each([
  [[], ''],
  [['one'], 'one'],
  [['one', 'two', '', '3'], 'onetwo3'],
  [['0123456789'], '0123456789'],
])('readBody reads the chunks %j as one body', async (pieces, expected) => {
  expect(await send(pieces)).toBe(200);
  expect(bodies).toEqual([Buffer.from(expected)]);
});

test.each([
  ['with a content length', ['01234567890'], { 'content-length': '11' }],
  ['chunked', ['01234', '56789', '0'], {}],
  ['far too long', Array.from({ length: 100 }, () => 'x'.repeat(10_000)), {}],
])('readBody reports an overlong body once and still answers the request: %s', async (_, pieces, headers) => {
  expect(await send(pieces, headers)).toBe(200);
  expect(bodies).toEqual(['too-long']);
});

test('readBody does not call back for an aborted request and then reads the next one', async () => {
  const broken = connect(port, '127.0.0.1');
  broken.on('error', () => undefined);
  const received = new Promise<IncomingMessage>((resolve) => server.once('request', resolve));
  broken.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\n\r\nab');
  const request = await received;
  const closed = new Promise((resolve) => request.once('close', resolve));
  broken.resetAndDestroy();
  await closed;
  expect(bodies).toEqual([]);
  await send(['after']);
  expect(bodies).toEqual([Buffer.from('after')]);
});
