import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { invalidInput } from '../../services/parse-input.ts';

/**
 * Reads the query and rejects unknown and repeated parameters, because a request with a typo must not return a result
 * that looks plausible.
 */
export function readQuery(request: FastifyRequest, schema: z.ZodObject | undefined): Record<string, string> {
  requireReadable(request.url);
  const given = request.query as Record<string, string | string[]>;
  const known = Object.keys(schema?.shape ?? {});
  const issues = Object.entries(given).flatMap(([name, value]) => {
    if (!known.includes(name))
      return [{ path: name, message: `is not a known parameter; ${describeKnown(known)}` }];
    return Array.isArray(value) ? [{ path: name, message: 'is given more than once' }] : [];
  });
  if (issues.length === 0) return given as Record<string, string>;
  throw invalidInput(issues);
}

export function searchOf({ url }: Pick<FastifyRequest, 'url'>): string {
  const at = url.indexOf('?');
  return at === -1 ? '' : url.slice(at + 1);
}

function describeKnown(known: string[]): string {
  return known.length === 0 ? 'this operation has none' : `must be one of ${known.join(', ')}`;
}

/**
 * Rejects invalid escapes, because the parser would leave them unchanged and the text would be searched for literally.
 */
function requireReadable(url: string): void {
  try {
    decodeURIComponent(url.slice(url.indexOf('?') + 1));
  } catch {
    throw invalidInput([{ path: '', message: 'the query string has invalid percent-encoding' }]);
  }
}

/**
 * Splits a comma-separated parameter before decoding, because commas inside an item are percent-encoded. Returns
 * undefined if the parameter is missing.
 */
function readRawList(search: string, name: string): string[] | undefined {
  const pair = search.split('&').find((one) => decode(one.split('=', 1)[0] ?? '') === name);
  if (pair === undefined) return undefined;
  const at = pair.indexOf('=');
  return (at === -1 ? '' : pair.slice(at + 1)).split(',').map(decode);
}

/** Adds the filter to a report's query. Reads the raw query string, because values may contain encoded commas. */
export function withRawFilter(query: Record<string, unknown>, search: string): Record<string, unknown> {
  const filter = readRawList(search, 'filter');
  return filter === undefined ? query : { ...query, filter };
}

/** Decodes a part of the query. Never throws, because invalid escapes have already been rejected. */
function decode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}
