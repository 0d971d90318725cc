import { request as makeRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { systemCode } from '../errors.ts';
import type { CallTarget } from './call-target.ts';
import type { ConnectionChoice, ConnectionPool } from './connection-pool.ts';
import {
  CallFailed,
  type OutboundAnswer,
  type OutboundCall,
  type OutboundError,
  type OutboundLimits,
} from './outbound-call.ts';
import { buildHeaders } from './request-headers.ts';

type Exchange = {
  call: OutboundCall;
  target: CallTarget;
  limits: OutboundLimits;
  pool: ConnectionPool;
  connection: ConnectionChoice;
};

export type Answer = Omit<OutboundAnswer, 'kind' | 'durationMs'>;

/** Sends a request over a connection and reads the response. Redirects are not followed. */
export async function exchange(options: Exchange, signal: AbortSignal): Promise<Answer> {
  signal.throwIfAborted();
  const request = createRequest(options);
  return await new Promise<Answer>((resolve, reject) => {
    const fail = (error: CallFailed) => {
      request.destroy();
      reject(error);
    };
    signal.addEventListener('abort', () => fail(signal.reason as CallFailed));
    // The agent prefers a connection that has become idle while the new one was opened.
    request.once('socket', (used) => {
      const { newSocket } = options.connection;
      if (newSocket !== used) newSocket?.destroy();
    });
    request.on('error', (error) => fail(explain(error, request)));
    request.on('upgrade', (_response, socket) => {
      socket.destroy();
      fail(new CallFailed('protocol', 101));
    });
    request.on('response', (response) => {
      readAnswer(response, options.limits.bodyBytesMax)
        .finally(() => setImmediate(destroyUnsent, request))
        .then(resolve, (error: unknown) => fail(explain(error, request, response.statusCode)));
    });
    request.end(options.call.body);
  });
}

// Closes the connection if the receiver responded before it had read the whole request. Called shortly after the
// response, because a TLS socket does not report the last chunk as sent until then.
function destroyUnsent(request: ClientRequest): void {
  if (!request.writableFinished) request.destroy();
}

function createRequest({ call, target, limits, pool, connection }: Exchange): ClientRequest {
  const options = {
    ...connection,
    agent: pool,
    // The socket handles TLS, so the request itself uses HTTP.
    protocol: 'http:',
    method: call.method,
    path: target.path,
    headers: buildHeaders(call, target),
    setHost: false,
    maxHeaderSize: limits.headerBytesMax,
    insecureHTTPParser: false,
  };
  try {
    return makeRequest(options);
  } catch (error) {
    // Node throws a TypeError for headers that contain line breaks.
    throw error instanceof TypeError ? new CallFailed('invalid_request') : error;
  }
}

async function readAnswer(response: IncomingMessage, bytesMax: number): Promise<Answer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    // Leaving the loop closes the connection.
    if (bytes > bytesMax) break;
  }
  const isCut = bytes > bytesMax;
  const body = Buffer.concat(chunks).subarray(0, bytesMax);
  return {
    status: response.statusCode ?? 0,
    headers: joinHeaders(response),
    // A truncated body is decoded as a stream, so that an incomplete last character is dropped.
    body: new TextDecoder().decode(body, { stream: isCut }),
    isCut,
  };
}

function joinHeaders({ headers }: IncomingMessage): Record<string, string> {
  const visible = Object.entries(headers).filter(([name]) => name !== 'set-cookie');
  return Object.fromEntries(visible.map(([name, value]) => [name, String(value)]));
}

function explain(error: unknown, request: ClientRequest, status?: number): CallFailed {
  if (error instanceof CallFailed) return error;
  const code = errorFor(systemCode(error) ?? '');
  const isStale = code === 'reset' && request.reusedSocket && status === undefined;
  return new CallFailed(isStale ? 'stale_connection' : code, status);
}

function errorFor(code: string): OutboundError {
  if (code === 'HPE_HEADER_OVERFLOW') return 'too_long_headers';
  if (code.startsWith('HPE_')) return 'protocol';
  if (code.startsWith('ERR_SSL')) return 'tls';
  return code === 'ETIMEDOUT' ? 'timeout' : 'reset';
}
