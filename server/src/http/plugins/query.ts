import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { invalidInput } from '../../services/parse-input.ts';

/** A parameter that does not exist or comes twice is a mistake, and a mistake must not give a plausible answer. */
export function readQuery(request: FastifyRequest, schema: z.ZodObject | undefined): Record<string, string> {
  requireReadable(request.url);
  const given = request.query as Record<string, string | string[]>;
  const known = Object.keys(schema?.shape ?? {});
  const issues = Object.entries(given).flatMap(([name, value]) => {
    if (!known.includes(name))
      return [{ path: name, message: `there is no such parameter; there ${describeKnown(known)}` }];
    return Array.isArray(value) ? [{ path: name, message: 'is given more than once' }] : [];
  });
  if (issues.length === 0) return given as Record<string, string>;
  throw invalidInput(issues);
}

/** The query of a request as it came, without its question mark. */
export function searchOf({ url }: Pick<FastifyRequest, 'url'>): string {
  const at = url.indexOf('?');
  return at === -1 ? '' : url.slice(at + 1);
}

function describeKnown(known: string[]): string {
  return known.length === 0 ? 'are none here' : `are ${known.join(', ')}`;
}

/** The parser leaves what it cannot decode as it is, which would be looked for to the letter. */
function requireReadable(url: string): void {
  try {
    decodeURIComponent(url.slice(url.indexOf('?') + 1));
  } catch {
    throw invalidInput([{ path: '', message: 'the query is not UTF-8 in percent-encoding' }]);
  }
}
