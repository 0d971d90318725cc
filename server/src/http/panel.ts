import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { existsSync } from 'node:fs';

const policy =
  "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'";

/** The built panel. In a checkout where it was never built the address says so instead of failing. */
export async function servePanel(server: FastifyInstance, directory: string): Promise<void> {
  if (!existsSync(directory)) {
    server.get('/', (_, reply) =>
      reply.type('text/plain').send('The panel is not built here. `npm start` builds it.\n'),
    );
    return;
  }
  await server.register(fastifyStatic, {
    root: directory,
    // One route a file: a wildcard would also answer below the prefix of the API.
    wildcard: false,
    setHeaders: (reply) => {
      void reply.header('content-security-policy', policy);
      void reply.header('x-content-type-options', 'nosniff');
      void reply.header('referrer-policy', 'same-origin');
    },
  });
}
