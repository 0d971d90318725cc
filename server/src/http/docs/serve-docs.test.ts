import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { operations } from '../api-v1/operations/index.ts';
import { buildOpenApiDocument } from '../openapi/build-document.ts';
import { serveDocs } from './serve-docs.ts';

let server: FastifyInstance;

beforeAll(() => {
  server = fastify();
  serveDocs(server, () => buildOpenApiDocument(operations), undefined);
});

afterAll(() => server.close());

it.each([
  ['/docs', 'text/html; charset=utf-8', '<!doctype html>'],
  ['/docs.css', 'text/css; charset=utf-8', ':root'],
])('%s has a content security policy that allows only its own style sheet', async (url, type, beginning) => {
  const answer = await server.inject({ url });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe(type);
  expect(answer.headers['content-security-policy']).toBe(
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
  expect(answer.body.startsWith(beginning)).toBe(true);
});

it.each([
  ['127.0.0.1:9000', 'export WAYPOST=http://127.0.0.1:9000\n'],
  ['[::1]:9000', 'export WAYPOST=http://[::1]:9000\n'],
  ['a$(id).example', 'export WAYPOST=http://127.0.0.1:8080\n'],
])('/docs shows the origin of the request if it is a local address: %s', async (host, line) => {
  const answer = await server.inject({ url: '/docs', headers: { host } });
  expect(answer.body).toContain(line);
});

it('/docs shows the public origin if one is configured', async () => {
  const own = fastify();
  serveDocs(own, () => buildOpenApiDocument(operations), 'https://panel.example');
  expect((await own.inject({ url: '/docs' })).body).toContain('export WAYPOST=https://panel.example\n');
  await own.close();
});
