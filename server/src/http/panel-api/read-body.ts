import type { FastifyRequest } from 'fastify';
import { invalidInput } from '../../services/parse-input.ts';

const noBodyHere = 'this operation has no request body';

export function readBody(request: FastifyRequest, isExpected: boolean): unknown {
  if (!isExpected && hasBody(request)) throw invalidInput([{ path: '', message: noBodyHere }]);
  return request.body;
}

/**
 * Returns whether the request has a body. Checks the headers too, because Fastify does not parse the body of a GET
 * request.
 */
function hasBody({ body, headers }: FastifyRequest): boolean {
  const length = headers['content-length'] ?? '0';
  return body !== undefined || Number(length) !== 0 || headers['transfer-encoding'] !== undefined;
}
