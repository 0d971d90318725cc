import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendError } from '../error-handler.ts';
import { acceptJsonOnly } from './json-body.ts';

let server: FastifyInstance;

beforeAll(() => {
  server = fastify({ bodyLimit: 1024 });
  acceptJsonOnly(server);
  server.setErrorHandler(sendError);
  server.route({
    method: ['POST', 'DELETE'],
    url: '/',
    handler: (request) => ({ body: request.body ?? 'none' }),
  });
});

afterAll(() => server.close());

async function send(
  payload: string | Buffer,
  headers: Record<string, string> = { 'content-type': 'application/json' },
  method: 'POST' | 'DELETE' = 'POST',
) {
  const response = await server.inject({ method, url: '/', payload, headers });
  return {
    status: response.statusCode,
    body: response.json<{ body?: unknown; error?: { code: string; message: string } }>(),
  };
}

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

describe('a request body', () => {
  it('is parsed as JSON with or without a charset', async () => {
    expect(await send('{"a":[1,"x"]}')).toEqual({ status: 200, body: { body: { a: [1, 'x'] } } });
    expect((await send('1', { 'content-type': 'application/json; charset=utf-8' })).status).toBe(200);
  });

  it('may be empty even if there is a content type', async () => {
    expect(await send('', { 'content-type': 'application/json' }, 'DELETE')).toEqual({
      status: 200,
      body: { body: 'none' },
    });
  });

  it.each([
    ['broken JSON', '{"a":'],
    ['invalid UTF-8', Buffer.from([0x22, 0xff, 0x22])],
    ['too many levels', nested(33)],
  ])('with %s is rejected with an error envelope', async (_, payload) => {
    const { status, body } = await send(payload);
    expect(status).toBe(400);
    expect(body.error?.code).toBe('VALIDATION_FAILED');
  });

  it('may have 32 nested levels, not counting brackets in strings', async () => {
    expect((await send(nested(32))).status).toBe(200);
    expect((await send(JSON.stringify('['.repeat(100) + '\\"'.repeat(10)))).status).toBe(200);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp'])(
    'of type %s is rejected',
    async (type) => {
      expect((await send('a=1', { 'content-type': type })).status).toBe(400);
    },
  );

  it('is rejected with 413 if it is too large', async () => {
    const { status, body } = await send(JSON.stringify('x'.repeat(2000)));
    expect(status).toBe(413);
    expect(body.error?.code).toBe('PAYLOAD_TOO_LARGE');
  });
});
