import type { CallTarget } from './call-target.ts';
import { CallFailed, type OutboundCall } from './outbound-call.ts';

// Headers for the connection and message framing, and those that would request a response that this client cannot read.
const reservedHeaders =
  /^(?:host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|content-length|upgrade|expect|accept-encoding|range)$/;

/** Sends only the headers that the caller passes: no cookies, credentials or values from the environment. */
export function buildHeaders(call: OutboundCall, target: CallTarget): Record<string, string> {
  const headers = Object.entries(call.headers ?? {}).map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  );
  if (headers.some(([name]) => reservedHeaders.test(name))) throw new CallFailed('invalid_request');
  if (call.method === 'GET' && call.body !== undefined) throw new CallFailed('invalid_request');
  const length =
    call.method === 'GET' ? {} : { 'content-length': String(Buffer.byteLength(call.body ?? '')) };
  return {
    host: target.hostHeader,
    'user-agent': 'Waypost',
    accept: '*/*',
    ...Object.fromEntries(headers),
    // A compressed response could be small on the wire and huge in memory.
    'accept-encoding': 'identity',
    ...length,
  };
}
