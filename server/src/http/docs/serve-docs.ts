import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { once } from '../../platform/once.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import { exampleOrigin } from './introduction.ts';
import { renderPage } from './render-page.ts';

const policy =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Serves the API documentation to anyone, because it contains nothing that is not in the public source code. */
export function serveDocs(
  server: FastifyInstance,
  document: () => OpenApiDocument,
  publicOrigin: string | undefined,
): void {
  const page = once(() => renderPage(document()));
  const styles = readFileSync(new URL('docs.css', import.meta.url), 'utf8');
  server.get('/docs', (request, reply) =>
    guard(reply)
      .type('text/html; charset=utf-8')
      .send(page().replaceAll(exampleOrigin, publicOrigin ?? originOf(request))),
  );
  server.get('/docs.css', (_, reply) => guard(reply).type('text/css; charset=utf-8').send(styles));
}

/**
 * Returns the origin of the request, or the placeholder if the host contains characters that a shell could interpret.
 */
function originOf({ protocol, headers: { host = '' } }: FastifyRequest): string {
  return /^[\w.:[\]-]+$/.test(host) ? `${protocol}://${host}` : exampleOrigin;
}

function guard(reply: FastifyReply): FastifyReply {
  return reply.headers({
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-cache',
  });
}
