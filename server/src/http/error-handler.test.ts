import { Writable } from 'node:stream';
import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { WaypostError } from '../platform/errors.ts';
import { sendError } from './error-handler.ts';

it('logs that the database is away once, and other failures each with their stack', async () => {
  const lines: { level: number; msg: string; err?: { stack: string } }[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _, done) => {
      lines.push(JSON.parse(chunk.toString()));
      done();
    },
  });
  const server = fastify({ logger: { level: 'warn', stream } });
  server.setErrorHandler(sendError);
  const refused = new Error('connect ECONNREFUSED');
  server.get('/away', () => {
    throw new WaypostError('SERVICE_UNAVAILABLE', 'the database does not answer', { cause: refused });
  });
  server.get('/broken', () => {
    throw new Error('a mistake of ours');
  });
  for (let at = 0; at < 20; at += 1) {
    const answer = await server.inject('/away');
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
  }
  for (let at = 0; at < 2; at += 1) await server.inject('/broken');
  await server.close();
  expect(lines.map(({ level, err }) => [level, err === undefined])).toEqual([
    [40, true],
    [50, false],
    [50, false],
  ]);
  expect(lines[0]).toMatchObject({
    msg: 'requests are refused: the database does not answer',
    why: 'connect ECONNREFUSED',
  });
});
