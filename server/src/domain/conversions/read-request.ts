import { readIncoming, readJsonPairs, withoutMoney, type IncomingEvent } from './index.ts';
import type { IncomingRequest } from './inbox-row.ts';

const pairsMax = 200;
const separators = /[&?]/;
const escapedByte = /%([0-9a-f]{2})/gi;

/**
 * Parses a query or form in which each character represents one byte. Accepts any input. A second `?` and `&amp;`
 * separate parameters as in campaign links, invalid escapes are left unchanged, and invalid UTF-8 is replaced.
 */
export function readFormPairs(text: string): (readonly [name: string, value: string])[] {
  if (text === '') return [];
  return text.split(separators, pairsMax).map((pair) => {
    const [name = ''] = pair.split('=', 1);
    return [decode(name.replace(/^amp;/, '')), decode(pair.slice(name.length + 1))] as const;
  });
}

function decode(text: string): string {
  const bytes = text
    .replaceAll('+', ' ')
    .replaceAll(escapedByte, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

type KeptRequest = Pick<IncomingRequest, 'method' | 'query' | 'contentType'> & { body: Buffer };

type ReadRequest = {
  incoming: IncomingEvent;
  /** True if the body is neither a form nor JSON. The parameters in the query are still read. */
  isBodyUnreadable: boolean;
};

/**
 * Reads the parameters of a request. If a parameter is in both the query and the body, the value in the query is used.
 */
export function readRequest({ method, query, contentType, body }: KeptRequest): ReadRequest {
  const inBody = body.length === 0 ? [] : readBody(body, contentType);
  const incoming = readIncoming([...readFormPairs(query), ...(inBody ?? [])]);
  return {
    incoming: method === 'PAGE' ? withoutMoney(incoming) : incoming,
    isBodyUnreadable: inBody === undefined,
  };
}

// Parses the body by its content, because networks send JSON labeled as a form and forms labeled as JSON. The content
// type only helps to recognize other kinds of bodies.
function readBody(body: Buffer, contentType: string): (readonly [string, string])[] | undefined {
  const text = body.toString('utf8').replace(/^\uFEFF/, '');
  if (text.trim() === '') return [];
  if (text.trimStart().startsWith('{')) return readJsonPairs(text);
  if (/multipart|xml/i.test(contentType) || !text.includes('=')) return undefined;
  return readFormPairs(body.toString('latin1'));
}
