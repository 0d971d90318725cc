import type { FastifyReply, FastifyRequest } from 'fastify';
import { WaypostError } from '../../platform/errors.ts';
import { unauthorized } from '../../services/keys/authenticate-key.ts';
import type { RateState } from '../../services/rate-limits/rate-limiter.ts';
import { refuseCrossOriginWrite } from '../plugins/cross-origin.ts';
import { readSessionToken } from '../plugins/session-cookie.ts';
import type { KeyContext, Operation, PersonContext } from './operation.ts';

/** Tells the caller its limit on every answer, and ends a request that is over it. */
function applyRateState(reply: FastifyReply, state: RateState | undefined): void {
  if (state === undefined) return;
  void reply.headers({
    'ratelimit-limit': state.limit,
    'ratelimit-remaining': state.remaining,
    'ratelimit-reset': state.resetSeconds,
  });
  if (state.allowed) return;
  void reply.header('retry-after', state.retryAfterSeconds);
  throw new WaypostError('RATE_LIMITED', `too many requests: try again in ${state.retryAfterSeconds} s`, {
    reason: 'too-many-requests',
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    context: KeyContext | PersonContext | undefined;
  }
  interface FastifyContextConfig {
    operation?: Operation;
  }
}

/** What the API needs to know about its callers; the composition root says where it comes from. */
export type ApiAccess = {
  authenticateKey: (token: string) => Promise<KeyContext>;
  /** Undefined where the token is no session, or one that has ended. */
  authenticateSession: (token: string) => Promise<PersonContext | undefined>;
  noteKeyUse: (keyId: string, address: string) => void;
  takeRate: (keyId: string) => Promise<RateState | undefined>;
  publicOrigin: string | undefined;
};

const bearer = /^Bearer +(\S+)$/i;

/**
 * What must hold before anything of a request is read, in the order in which it is refused: a valid key, a paid
 * subscription, the rate, the route, the right to write. Strangers learn nothing of the routes, and no body is read
 * that is not allowed. The query string is never looked at for a key.
 */
export function authorizeRequest(
  access: ApiAccess,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  return async (request, reply) => {
    if (await acceptSession(access, request)) return;
    const token = bearer.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined) throw unauthorized();
    const context = await access.authenticateKey(token);
    request.context = context;
    access.noteKeyUse(context.actor.id, request.ip);
    applyRateState(reply, await access.takeRate(context.actor.id));
    const { operation } = request.routeOptions.config;
    // The router takes an empty part of the path for an id.
    const isEmptyId = (request.params as { id?: string }).id === '';
    if (request.is404 || operation === undefined || isEmptyId)
      throw new WaypostError('NOT_FOUND', 'there is no such operation');
    if (operation.scope === 'write' && context.actor.scope !== 'write')
      throw new WaypostError('FORBIDDEN', 'this key may only read', { reason: 'read-key' });
    refuseCrossOriginWrite(request, access.publicOrigin);
  };
}

/**
 * Whether a person's session counts: where the operation takes one and no other credential is offered, which would have
 * to be good by itself. A browser sends its cookie with every request, so everywhere else it is as if it had not come.
 */
async function acceptSession(access: ApiAccess, request: FastifyRequest): Promise<boolean> {
  const isOpen = !request.is404 && request.routeOptions.config.operation?.acceptsSession === true;
  if (!isOpen || request.headers.authorization !== undefined) return false;
  const token = readSessionToken(request, access.publicOrigin);
  request.context = token === undefined ? undefined : await access.authenticateSession(token);
  return request.context !== undefined;
}

/** Set by the gate, which every route of the prefix stands behind. */
export function callerOf(request: FastifyRequest): KeyContext | PersonContext {
  if (request.context === undefined) throw unauthorized();
  return request.context;
}

/** The same where only a key will do; nothing but a mistake of ours could bring a person here. */
export function contextOf(request: FastifyRequest): KeyContext {
  const context = callerOf(request);
  if (context.actor.type !== 'key') throw unauthorized();
  return context as KeyContext;
}
