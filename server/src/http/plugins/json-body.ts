import type { FastifyInstance } from 'fastify';
import { WaypostError } from '../../platform/errors.ts';
import { parseJson } from '../../platform/parse-json.ts';

/**
 * Bodies are JSON and nothing else. An empty one is none: clients send the content type with every request, whether or
 * not it has a body.
 */
export function acceptJsonOnly(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => {
    try {
      done(null, body.length === 0 ? undefined : parseJson(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  // Read like the others, so that one that is too large says so first.
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => {
    done(
      body.length === 0
        ? null
        : new WaypostError('VALIDATION_FAILED', 'the body must be JSON, with content-type: application/json'),
    );
  });
}
