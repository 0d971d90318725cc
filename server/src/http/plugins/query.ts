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

/**
 * A parameter that is a list with commas between its items, where a comma inside an item is percent-encoded: so the text
 * is taken apart as it came, and each item decoded after. Undefined where the parameter is not there.
 */
function readRawList(search: string, name: string): string[] | undefined {
  const pair = search.split('&').find((one) => decode(one.split('=', 1)[0] ?? '') === name);
  if (pair === undefined) return undefined;
  const at = pair.indexOf('=');
  return (at === -1 ? '' : pair.slice(at + 1)).split(',').map(decode);
}

/** A report's query with its filter as it came: values may hold commas, which only their encoding tells apart. */
export function withRawFilter(query: Record<string, unknown>, search: string): Record<string, unknown> {
  const filter = readRawList(search, 'filter');
  return filter === undefined ? query : { ...query, filter };
}

/** Cannot throw: a query with broken escapes was refused before it came here. */
function decode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}
