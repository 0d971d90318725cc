import { readIncoming, readJsonPairs, type IncomingEvent } from '../goals/index.ts';
import { readFormPairs } from './read-form-pairs.ts';

/** What was kept of a request: its query with one character for each byte, its body as it came. */
export type KeptRequest = { query: string; contentType: string; body: Buffer };

export type ReadRequest = {
  incoming: IncomingEvent;
  /** Whether a body came that is neither a form nor JSON; what the query says counts all the same. */
  isBodyUnreadable: boolean;
};

/** Everything that a request says. Of what both say, the query counts. */
export function readRequest({ query, contentType, body }: KeptRequest): ReadRequest {
  const inBody = body.length === 0 ? [] : readBody(body, contentType);
  return {
    incoming: readIncoming([...readFormPairs(query), ...(inBody ?? [])]),
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
