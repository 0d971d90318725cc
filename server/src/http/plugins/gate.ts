import type { FastifyReply, FastifyRequest } from 'fastify';
import { WaypostError } from '../../platform/errors.ts';
import { unauthorized, type KeyCaller } from '../../services/keys/authenticate-key.ts';
import type { RateState } from '../../services/rate-limits/rate-limiter.ts';
import type { Operation } from '../api-v1/operation.ts';
import { refuseCrossOriginWrite } from './cross-origin.ts';
import { applyRateState } from './rate-headers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: KeyCaller | undefined;
  }
  interface FastifyContextConfig {
    operation?: Operation;
  }
}

/** What the API needs to know about its callers; the composition root says where it comes from. */
export type ApiAccess = {
  authenticateKey: (token: string) => Promise<KeyCaller>;
  noteKeyUse: (keyId: string) => void;
  takeRate: (keyId: string) => Promise<RateState | undefined>;
  publicOrigin: string | undefined;
};

const bearer = /^Bearer +(\S+)$/i;

/**
 * What must hold before anything of a request is read, in the order in which it is refused: a valid key, a paid
 * subscription, the rate, the route, the right to write. Strangers learn nothing of the routes, and no body is read
 * that is not allowed. The query string is never looked at for a key.
 */
export function gate(access: ApiAccess): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  return async (request, reply) => {
    const token = bearer.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined) throw unauthorized();
    const caller = await access.authenticateKey(token);
    request.caller = caller;
    access.noteKeyUse(caller.actor.id);
    applyRateState(reply, await access.takeRate(caller.actor.id));
    const { operation } = request.routeOptions.config;
    if (request.is404 || operation === undefined)
      throw new WaypostError('NOT_FOUND', 'there is no such operation');
    if (operation.scope === 'write' && caller.actor.scope !== 'write')
      throw new WaypostError('FORBIDDEN', 'this key may only read');
    refuseCrossOriginWrite(request, access.publicOrigin);
  };
}

export function callerOf(request: FastifyRequest): KeyCaller {
  if (request.caller === undefined) throw unauthorized();
  return request.caller;
}
