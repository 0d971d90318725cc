import { readIncoming, readJsonPairs, withoutMoney, type IncomingEvent } from '../goals/index.ts';
import type { IncomingRequest } from './inbox-row.ts';

const pairsMax = 200;
const separators = /[&?]/;
const escapedByte = /%([0-9a-f]{2})/gi;

/**
 * The parameters of a query or form in which each character is one byte. Nothing that it holds is an error: a second `?`
 * and `&amp;` separate as in the links of visits, broken escapes stand for themselves, and broken UTF-8 is replaced.
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

/** What was kept of a request: its query with one character for each byte, its body as it came. */
type KeptRequest = Pick<IncomingRequest, 'method' | 'query' | 'contentType'> & { body: Buffer };

type ReadRequest = {
  incoming: IncomingEvent;
  /** Whether a body came that is neither a form nor JSON; what the query says counts all the same. */
  isBodyUnreadable: boolean;
};

/** Everything that a request says. Of what both say, the query counts. */
export function readRequest({ method, query, contentType, body }: KeptRequest): ReadRequest {
  const inBody = body.length === 0 ? [] : readBody(body, contentType);
  const incoming = readIncoming([...readFormPairs(query), ...(inBody ?? [])]);
  return {
    incoming: method === 'PAGE' ? withoutMoney(incoming) : incoming,
    isBodyUnreadable: inBody === undefined,
  };
}

/** Networks send JSON as a form and forms as JSON, so the body itself is asked, and its type only where it is neither. */
function readBody(body: Buffer, contentType: string): (readonly [string, string])[] | undefined {
  const text = body.toString('utf8').replace(/^\uFEFF/, '');
  if (text.trim() === '') return [];
  if (text.trimStart().startsWith('{')) return readJsonPairs(text);
  if (/multipart|xml/i.test(contentType) || !text.includes('=')) return undefined;
  return readFormPairs(body.toString('latin1'));
}
