import type { FastifyRequest } from 'fastify';
import { unauthorized, type KeyCaller } from '../../services/keys/authenticate-key.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: KeyCaller | undefined;
  }
}

const bearer = /^Bearer +(\S+)$/i;

/** Puts the key's workspace and actor on the request, or ends it. The query string is never looked at. */
export function authenticate(
  authenticateKey: (token: string) => Promise<KeyCaller>,
): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    const token = bearer.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined) throw unauthorized();
    request.caller = await authenticateKey(token);
  };
}

export function callerOf(request: FastifyRequest): KeyCaller {
  if (request.caller === undefined) throw unauthorized();
  return request.caller;
}
