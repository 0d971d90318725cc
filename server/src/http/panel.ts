import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const noncePlace = '__NONCE__';
// What belongs to machines keeps answering in JSON, whoever asks.
const machinePaths =
  /^\/(?:api|panel|docs|openapi|internal|mcp|oauth|\.well-known|assets|healthz|readyz)(?:[/.?]|$)/;

/**
 * The built panel. Every address that is no file and no part of an API opens it, since its screens have addresses of
 * their own. Answers whether it took the request.
 */
type PanelPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | undefined;

export async function servePanel(
  server: FastifyInstance,
  directory: string,
  trackingUrl?: string,
): Promise<PanelPage> {
  const index = join(directory, 'index.html');
  if (!existsSync(index)) {
    server.get('/', (_, reply) =>
      reply.type('text/plain').send('The panel is not built here. `npm start` builds it.\n'),
    );
    return () => undefined;
  }
  const page = readFileSync(index, 'utf8');
  const send = (reply: FastifyReply) => sendPage(reply, page, trackingUrl);
  await server.register(fastifyStatic, {
    root: directory,
    // One route a file: a wildcard would also answer below the prefix of the API.
    wildcard: false,
    index: false,
    globIgnore: ['index.html'],
    // Their names change with what is in them.
    setHeaders: (reply, path) => {
      const isHashed = path.startsWith(join(directory, 'assets'));
      void reply.headers({
        ...guards(),
        'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      });
    },
  });
  server.get('/', (_, reply) => send(reply));
  return (request, reply) => (isScreen(request) ? send(reply) : undefined);
}

function isScreen({ method, url, headers }: FastifyRequest): boolean {
  return method === 'GET' && !machinePaths.test(url) && headers.accept?.includes('text/html') === true;
}

/** Own files only, and no page of others around them. */
function guards(styles = "'self'", called = "'self'"): Record<string, string> {
  return {
    'content-security-policy': `default-src 'self'; style-src ${styles}; connect-src ${called}; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'`,
    'referrer-policy': 'same-origin',
  };
}

/**
 * Styles that components add while the page lives carry a mark that only this answer knows; scripts are files. Besides
 * its own server the page may call the runtime: the test of a postback URL is such a call.
 */
async function sendPage(reply: FastifyReply, page: string, trackingUrl?: string): Promise<FastifyReply> {
  const called = trackingUrl === undefined ? "'self'" : `'self' ${new URL(trackingUrl).origin}`;
  const nonce = randomBytes(16).toString('base64url');
  return await reply
    .headers({ ...guards(`'self' 'nonce-${nonce}'`, called), 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(page.replaceAll(noncePlace, nonce));
}
