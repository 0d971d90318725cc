import type { FastifyReply, FastifyRequest } from 'fastify';
import { WaypostError } from '../../platform/errors.ts';
import { tryAgainIn } from '../../platform/try-again-in.ts';
import { unauthorized } from '../../services/keys/authenticate-key.ts';
import type { RateState } from '../../services/rate-limits/rate-limiter.ts';
import { refuseCrossOriginWrite } from '../plugins/cross-origin.ts';
import { readSessionToken } from '../plugins/session-cookie.ts';
import type { KeyContext, Operation, PersonContext } from './operation.ts';

function applyRateState(reply: FastifyReply, state: RateState | undefined): void {
  if (state === undefined) return;
  void reply.headers({
    'ratelimit-limit': state.limit,
    'ratelimit-remaining': state.remaining,
    'ratelimit-reset': state.resetSeconds,
  });
  if (state.allowed) return;
  void reply.header('retry-after', state.retryAfterSeconds);
  throw new WaypostError('RATE_LIMITED', `Too many requests. ${tryAgainIn(state.retryAfterSeconds)}`, {
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

/** Callbacks for authentication and rate limits, provided by the composition root. */
export type ApiAccess = {
  authenticateKey: (token: string) => Promise<KeyContext>;
  authenticateSession: (token: string) => Promise<PersonContext | undefined>;
  noteKeyUse: (keyId: string, address: string) => void;
  takeRate: (keyId: string) => Promise<RateState | undefined>;
  publicOrigin: string | undefined;
};

const bearer = /^Bearer +(\S+)$/i;

/**
 * Checks a request before its body is read. The order of the checks matters: a valid key, an active subscription, the
 * rate limit, the route, write access. Callers without a key learn nothing about the routes. Keys in the query string
 * are ignored.
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
    // Checked here, because the router accepts an empty path segment as an ID.
    const isEmptyId = (request.params as { id?: string }).id === '';
    if (request.is404 || operation === undefined || isEmptyId)
      throw new WaypostError('NOT_FOUND', 'Endpoint not found');
    if (operation.scope === 'write' && context.actor.scope !== 'write')
      throw new WaypostError(
        'FORBIDDEN',
        'This API key is read-only. Create a key with write access to make changes.',
        { reason: 'read-key' },
      );
    refuseCrossOriginWrite(request, access.publicOrigin);
  };
}

/**
 * Accepts a session only for operations that allow sessions, and only if the request has no Authorization header.
 * Browsers send the cookie with every request, so all other operations ignore it.
 */
async function acceptSession(access: ApiAccess, request: FastifyRequest): Promise<boolean> {
  const isOpen = !request.is404 && request.routeOptions.config.operation?.acceptsSession === true;
  if (!isOpen || request.headers.authorization !== undefined) return false;
  const token = readSessionToken(request, access.publicOrigin);
  request.context = token === undefined ? undefined : await access.authenticateSession(token);
  return request.context !== undefined;
}

export function callerOf(request: FastifyRequest): KeyContext | PersonContext {
  if (request.context === undefined) throw unauthorized();
  return request.context;
}

/** Returns the caller of an operation that accepts only API keys. A signed-in person here is a programming error. */
export function contextOf(request: FastifyRequest): KeyContext {
  const context = callerOf(request);
  if (context.actor.type !== 'key') throw unauthorized();
  return context as KeyContext;
}
