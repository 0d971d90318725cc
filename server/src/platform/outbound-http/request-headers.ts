import type { CallTarget } from './call-target.ts';
import { CallFailed, type OutboundCall } from './outbound-call.ts';

// Headers that callers may not set: headers for the connection and message framing, and headers that request a response
// that this client cannot read.
const reservedHeaders =
  /^(?:host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|content-length|upgrade|expect|accept-encoding|range)$/;

/**
 * Builds the headers of a request from the caller's headers, without cookies, credentials or values from the
 * environment.
 */
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
    // A compressed response could be small in transit and huge in memory.
    'accept-encoding': 'identity',
    ...length,
  };
}
