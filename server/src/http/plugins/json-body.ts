import type { FastifyInstance } from 'fastify';
import { WaypostError } from '../../platform/errors.ts';
import { parseJson } from '../../platform/parse-json.ts';

/**
 * Accepts only JSON bodies. An empty body counts as no body, because some clients send the content type with every
 * request.
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
  // Other content types are read completely before they are rejected, so that a body that is too large results in the
  // error about its size.
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => {
    done(
      body.length === 0
        ? null
        : new WaypostError(
            'VALIDATION_FAILED',
            'The body must be JSON. Send content-type: application/json.',
          ),
    );
  });
}
