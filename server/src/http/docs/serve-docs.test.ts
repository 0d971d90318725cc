import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { operations } from '../api-v1/operations/index.ts';
import { buildOpenApiDocument } from '../openapi/build-document.ts';
import { serveDocs } from './serve-docs.ts';

let server: FastifyInstance;

beforeAll(() => {
  server = fastify();
  serveDocs(server, () => buildOpenApiDocument(operations));
});

afterAll(() => server.close());

it.each([
  ['/docs', 'text/html; charset=utf-8', '<!doctype html>'],
  ['/docs.css', 'text/css; charset=utf-8', ':root'],
])('%s is served with a policy that allows nothing but its own style sheet', async (url, type, beginning) => {
  const answer = await server.inject({ url });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe(type);
  expect(answer.headers['content-security-policy']).toBe(
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
  expect(answer.body.startsWith(beginning)).toBe(true);
});
