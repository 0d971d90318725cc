import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const noncePlaceholder = '__NONCE__';
// Outline that the page shows while it loads: the shell for a browser that has a session, otherwise only the name.
const outlinePlaceholder = '__OUTLINE__';
const sessionPair = /(?:^|; *)(?:__Host-)?waypost=/;
// Paths that are never answered with the panel: endpoints for programs, documentation and files.
const machinePaths =
  /^\/(?:api|panel|docs|openapi|shared|internal|mcp|oauth|\.well-known|assets|healthz|readyz)(?:[/.?]|$)/;

/**
 * Serves the built panel for every path that is neither a file nor an API endpoint, because each screen of the panel
 * has its own URL. Returns undefined for all other requests.
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
      reply.type('text/plain').send('The panel is not built. Run `npm start` to build it.\n'),
    );
    return () => undefined;
  }
  const page = readFileSync(index, 'utf8');
  const send = (reply: FastifyReply) => sendPage(reply, page, trackingUrl);
  await server.register(fastifyStatic, {
    root: directory,
    // Each file gets a separate route, because a wildcard would also match paths below the API prefix.
    wildcard: false,
    index: false,
    globIgnore: ['index.html'],
    // File names in `assets` contain a content hash, so browsers can cache these files forever.
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

function guards(styles = "'self'", connections = "'self'"): Record<string, string> {
  return {
    'content-security-policy': `default-src 'self'; style-src ${styles}; connect-src ${connections}; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'`,
    'referrer-policy': 'same-origin',
  };
}

/**
 * Sends the page with its content security policy. Styles that components add at runtime have a nonce. The page may
 * call its own server and, to test a postback URL, the edge.
 */
async function sendPage(reply: FastifyReply, page: string, trackingUrl?: string): Promise<FastifyReply> {
  const connections = trackingUrl === undefined ? "'self'" : `'self' ${new URL(trackingUrl).origin}`;
  const outline = sessionPair.test(reply.request.headers.cookie ?? '') ? 'shell' : 'name';
  const nonce = randomBytes(16).toString('base64url');
  return await reply
    .headers({ ...guards(`'self' 'nonce-${nonce}'`, connections), 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(page.replaceAll(noncePlaceholder, nonce).replace(outlinePlaceholder, outline));
}
