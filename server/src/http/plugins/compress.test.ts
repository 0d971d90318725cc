import { randomBytes } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendError } from '../error-handler.ts';
import { servePanel } from '../panel.ts';
import { compressAnswers } from './compress.ts';

const words = 'an answer that says the same thing again and again, '.repeat(100);
const script = `export const words = '${words}';\n`;
let server: FastifyInstance;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'compress-'));
  await writeFile(join(directory, 'index.html'), `<p>${words}</p>`);
  await writeFile(join(directory, 'app.js'), script);
  await writeFile(join(directory, 'small.css'), 'p { margin: 0 }');
  server = fastify();
  compressAnswers(server);
  server.setErrorHandler(sendError);
  server.get('/large', () => ({ words }));
  server.get('/small', () => ({ words: 'few' }));
  server.get('/refused', (_, reply) => reply.status(409).send({ words }));
  server.get('/plain', (_, reply) => reply.type('image/png').send(Buffer.from(words)));
  server.get('/list', (_, reply) =>
    reply.type('application/json; charset=utf-8').send(Readable.from(['["', words, '"]'])),
  );
  server.get('/broken', (_, reply) => reply.type('application/json').send(Readable.from(breakOff(0))));
  server.get('/cut', (_, reply) => reply.type('application/json').send(Readable.from(breakOff(20))));
  server.get('/progress', (_, reply) => reply.type('application/x-ndjson').send(Readable.from([words])));
  server.get('/events', (_, reply) => reply.type('text/event-stream').send(Readable.from([words])));
  server.get('/done', (_, reply) =>
    reply.type('application/json').header('content-encoding', 'zstd').send(Buffer.from(words)),
  );
  await servePanel(server, directory);
});

afterAll(async () => await server.close());

async function* breakOff(pieces: number) {
  for (let piece = 0; piece < pieces; piece += 1) yield randomBytes(64_000).toString('hex');
  await setTimeout(20);
  throw new Error('the rest is lost');
}

async function read(url: string, accepted: string | undefined = 'gzip, deflate, br', more = {}) {
  const headers = accepted === '' ? more : { 'accept-encoding': accepted, ...more };
  const answer = await server.inject({ url, headers });
  const coding = answer.headers['content-encoding'];
  const { rawPayload } = answer;
  const unpacked =
    coding === 'br'
      ? brotliDecompressSync(rawPayload)
      : coding === 'gzip'
        ? gunzipSync(rawPayload)
        : rawPayload;
  return { ...answer, answer, coding, vary: answer.headers.vary, text: unpacked.toString() };
}

describe('compression', () => {
  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', undefined],
    ['', undefined],
  ])('for accept-encoding %j is %j', async (accepted, wanted) => {
    const { coding, vary, text, answer } = await read('/large', accepted);
    expect({ coding, vary, text }).toEqual({
      coding: wanted,
      vary: 'accept-encoding',
      text: JSON.stringify({ words }),
    });
    expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length));
    if (wanted !== undefined) expect(answer.rawPayload.length).toBeLessThan(words.length / 5);
  });

  it('applies to errors and keeps their status', async () => {
    const { coding, answer } = await read('/refused');
    expect([answer.statusCode, coding]).toEqual([409, 'br']);
  });

  it('applies to a streamed list on the fly', async () => {
    const { coding, text } = await read('/list');
    expect({ coding, text }).toEqual({ coding: 'gzip', text: `["${words}"]` });
  });

  it('does not apply to the error response of a list that fails before its first chunk', async () => {
    const { coding, answer } = await read('/broken');
    expect([answer.statusCode, coding]).toEqual([500, undefined]);
    expect(answer.json()).toMatchObject({ ok: false, error: { code: 'INTERNAL_ERROR' } });
  });

  it('never completes the response of an interrupted list', async () => {
    await expect(server.inject({ url: '/cut', headers: { 'accept-encoding': 'gzip' } })).rejects.toThrow();
  });
});

describe('responses without compression', () => {
  it.each(['/small', '/small.css', '/plain', '/progress', '/events'])(
    'include the response to %s',
    async (url) => {
      expect((await read(url)).coding).toBeUndefined();
    },
  );

  it('include responses that are already encoded', async () => {
    expect(await read('/done')).toMatchObject({ coding: 'zstd', text: words });
  });
});

describe('the panel files', () => {
  it('are compressed, and compressed again after a change', async () => {
    for (const accepted of ['br', 'br', 'gzip', 'gzip'])
      expect(await read('/app.js', accepted)).toMatchObject({
        coding: accepted,
        vary: 'accept-encoding',
        text: script,
      });
    expect(await read('/')).toMatchObject({ coding: 'br', text: `<p>${words}</p>` });
    await writeFile(join(directory, 'app.js'), `${script}// more`);
    expect(await read('/app.js')).toMatchObject({ coding: 'br', text: `${script}// more` });
  });

  it('are answered with 304 for a matching ETag, and ranges are not compressed', async () => {
    const { answer } = await read('/app.js');
    const again = await read('/app.js', 'br', { 'if-none-match': answer.headers.etag });
    expect(again.answer.statusCode).toBe(304);
    const part = await read('/app.js', 'br', { range: 'bytes=0-9' });
    expect([part.answer.statusCode, part.coding, part.text]).toEqual([206, undefined, script.slice(0, 10)]);
  });
});
