import { Writable } from 'node:stream';
import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { WaypostError } from '../platform/errors.ts';
import { buildErrorEnvelope, sendError } from './error-handler.ts';

it('sendError logs an unavailable database once and other failures with their stack', async () => {
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
    msg: 'refusing requests: the database does not answer',
    why: 'connect ECONNREFUSED',
  });
});

it('buildErrorEnvelope lists an error about the whole request as an issue in addition to other details', () => {
  const mistakes = [{ file: 'landings.yaml', line: 1 }];
  const error = new WaypostError('VALIDATION_FAILED', 'one mistake in the files', { details: { mistakes } });
  expect(buildErrorEnvelope(error, 'r').error.details).toEqual({
    mistakes,
    issues: [{ path: '', message: 'one mistake in the files' }],
  });
});

it('buildErrorEnvelope keeps the issues of fields', () => {
  const details = { issues: [{ path: 'name', message: 'must not be empty' }] };
  const error = new WaypostError('VALIDATION_FAILED', 'name: must not be empty', { details });
  expect(buildErrorEnvelope(error, 'r').error.details).toEqual(details);
});

it('buildErrorEnvelope adds no reason to the details of other errors in the public API', () => {
  const error = new WaypostError('CONFLICT', 'The offer is in use', {
    reason: 'in-use',
    details: { blocked: [] },
  });
  expect(buildErrorEnvelope(error, 'r').error.details).toEqual({ blocked: [] });
});

it('buildErrorEnvelope distinguishes an unavailable store from a query that is too heavy', () => {
  const away = new WaypostError('SERVICE_UNAVAILABLE', 'the database does not answer');
  expect(buildErrorEnvelope(away, 'r').error.details).toEqual({ reason: 'unavailable' });
  const details = { reason: 'too-heavy' };
  const heavy = new WaypostError('SERVICE_UNAVAILABLE', 'the report takes too long', { details });
  expect(buildErrorEnvelope(heavy, 'r').error.details).toEqual(details);
});
