import type { FastifyRequest } from 'fastify';
import { invalidInput } from '../../services/parse-input.ts';

const noBodyHere = 'there is no body here';

/** The body of a request, for an operation that has one or has none. */
export function readBody(request: FastifyRequest, isExpected: boolean): unknown {
  if (!isExpected && hasBody(request)) throw invalidInput([{ path: '', message: noBodyHere }]);
  return request.body;
}

/** That of a GET is never read; its headers tell. */
function hasBody({ body, headers }: FastifyRequest): boolean {
  const length = headers['content-length'] ?? '0';
  return body !== undefined || Number(length) !== 0 || headers['transfer-encoding'] !== undefined;
}
