import type { FastifyReply, FastifyRequest } from 'fastify';
import { WaypostError } from '../../platform/errors.ts';
import { unauthorized } from '../../services/keys/authenticate-key.ts';
import type { RateState } from '../../services/rate-limits/rate-limiter.ts';
import type { KeyContext, Operation } from '../api-v1/operation.ts';
import { refuseCrossOriginWrite } from './cross-origin.ts';
import { applyRateState } from './rate-headers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    context: KeyContext | undefined;
  }
  interface FastifyContextConfig {
    operation?: Operation;
  }
}

/** What the API needs to know about its callers; the composition root says where it comes from. */
export type ApiAccess = {
  authenticateKey: (token: string) => Promise<KeyContext>;
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
    const context = await access.authenticateKey(token);
    request.context = context;
    access.noteKeyUse(context.actor.id);
    applyRateState(reply, await access.takeRate(context.actor.id));
    const { operation } = request.routeOptions.config;
    // The router takes an empty part of the path for an id.
    const isEmptyId = (request.params as { id?: string }).id === '';
    if (request.is404 || operation === undefined || isEmptyId)
      throw new WaypostError('NOT_FOUND', 'there is no such operation');
    if (operation.scope === 'write' && context.actor.scope !== 'write')
      throw new WaypostError('FORBIDDEN', 'this key may only read');
    refuseCrossOriginWrite(request, access.publicOrigin);
  };
}

/** Set by the gate, which every route of the prefix stands behind. */
export function contextOf(request: FastifyRequest): KeyContext {
  if (request.context === undefined) throw unauthorized();
  return request.context;
}
