import type { CallTarget } from './call-target.ts';
import { CallFailed, type OutboundCall } from './outbound-call.ts';

// What belongs to the connection and to the shape of the message, or would ask for an answer that we do not read.
const ours =
  /^(?:host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|content-length|upgrade|expect|accept-encoding|range)$/;

/** No cookies, no credentials and nothing from the environment: only what the caller gives. */
export function buildHeaders(call: OutboundCall, target: CallTarget): Record<string, string> {
  const given = Object.entries(call.headers ?? {}).map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  );
  if (given.some(([name]) => ours.test(name))) throw new CallFailed('invalid_request');
  if (call.method === 'GET' && call.body !== undefined) throw new CallFailed('invalid_request');
  const length =
    call.method === 'GET' ? {} : { 'content-length': String(Buffer.byteLength(call.body ?? '')) };
  return {
    host: target.hostHeader,
    'user-agent': 'Waypost',
    accept: '*/*',
    ...Object.fromEntries(given),
    // A packed answer could be small on the wire and huge in memory.
    'accept-encoding': 'identity',
    ...length,
  };
}
