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
  kept: ConnectionPool;
  connection: ConnectionChoice;
};

export type Answer = Omit<OutboundAnswer, 'kind' | 'durationMs'>;

/** Sends a request over a connection and reads the answer. Redirects are answers like any other. */
export async function exchange(parts: Exchange, signal: AbortSignal): Promise<Answer> {
  signal.throwIfAborted();
  const request = beginRequest(parts);
  return await new Promise<Answer>((resolve, reject) => {
    const fail = (error: CallFailed) => {
      request.destroy();
      reject(error);
    };
    signal.addEventListener('abort', () => fail(signal.reason as CallFailed));
    request.on('error', (error) => fail(explain(error, request)));
    request.on('upgrade', (_response, socket) => {
      socket.destroy();
      fail(new CallFailed('protocol', 101));
    });
    request.on('response', (response) => {
      readAnswer(response, parts.limits.bodyBytesMax)
        .finally(() => setImmediate(endUnsent, request))
        .then(resolve, (error: unknown) => fail(explain(error, request, response.statusCode)));
    });
    request.end(parts.call.body);
  });
}

/**
 * A receiver may answer before it has read everything, and what is left to send would hold the connection for as long
 * as it likes. Asked a moment later, because an encrypted socket says only then that it has sent the last piece.
 */
function endUnsent(request: ClientRequest): void {
  if (!request.writableFinished) request.destroy();
}

function beginRequest({ call, target, limits, kept, connection }: Exchange): ClientRequest {
  const options = {
    ...connection,
    agent: kept,
    // Encryption is the matter of the socket.
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
    // Node refuses headers that would not be one line.
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
    // As a stream, so that a character cut in two is left out.
    body: new TextDecoder().decode(body, { stream: isCut }),
    isCut,
  };
}

function joinHeaders({ headers }: IncomingMessage): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => name !== 'set-cookie');
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}

function explain(error: unknown, request: ClientRequest, status?: number): CallFailed {
  if (error instanceof CallFailed) return error;
  const word = wordFor(systemCode(error) ?? '');
  const isStale = word === 'reset' && request.reusedSocket && status === undefined;
  return new CallFailed(isStale ? 'stale_connection' : word, status);
}

function wordFor(code: string): OutboundError {
  if (code === 'HPE_HEADER_OVERFLOW') return 'too_long_headers';
  if (code.startsWith('HPE_')) return 'protocol';
  if (code.startsWith('ERR_SSL')) return 'tls';
  return code === 'ETIMEDOUT' ? 'timeout' : 'reset';
}
