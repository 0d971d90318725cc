import type { FastifyInstance } from 'fastify';
import { WaypostError } from '../../platform/errors.ts';

const depthMax = 32;

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

function parseJson(body: Buffer): unknown {
  const text = decode(body);
  if (nestingOf(text) > depthMax)
    throw new WaypostError('VALIDATION_FAILED', `the body is nested deeper than ${depthMax} levels`);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new WaypostError('VALIDATION_FAILED', 'the body is not valid JSON', { cause: error });
  }
}

function decode(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch (error) {
    throw new WaypostError('VALIDATION_FAILED', 'the body is not valid UTF-8', { cause: error });
  }
}

/** Counted before parsing, so that a body of nothing but brackets costs one pass and no memory. */
function nestingOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (inString) {
      if (character === 0x5c) at += 1;
      else if (character === 0x22) inString = false;
    } else if (character === 0x22) inString = true;
    else if (character === 0x7b || character === 0x5b) deepest = Math.max(deepest, (depth += 1));
    else if (character === 0x7d || character === 0x5d) depth -= 1;
  }
  return deepest;
}
