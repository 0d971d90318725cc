import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { once } from '../../platform/once.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { renderPage } from './render-page.ts';

const policy =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The description for people. It is public, like the code it comes from, and the same for everybody. */
export function serveDocs(server: FastifyInstance, document: () => OpenApiDocument): void {
  const page = once(() => renderPage(document()));
  const styles = readFileSync(new URL('docs.css', import.meta.url), 'utf8');
  server.get('/docs', (_, reply) => guard(reply).type('text/html; charset=utf-8').send(page()));
  server.get('/docs.css', (_, reply) => guard(reply).type('text/css; charset=utf-8').send(styles));
}

function guard(reply: FastifyReply): FastifyReply {
  return reply.headers({
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-cache',
  });
}
