import type { FastifyReply, FastifyRequest } from 'fastify';
import { WaypostError } from '../../platform/errors.ts';
import { tryAgainIn } from '../../platform/try-again-in.ts';
import type { AuthenticatedSession, SessionCaller } from '../../services/accounts/authenticate-session.ts';
import { isAllowed, type Permission } from '../../services/permissions.ts';
import { isWrite, refuseCrossOriginWrite } from '../plugins/cross-origin.ts';
import { readSessionToken } from '../plugins/session-cookie.ts';
import type { PanelAccess, PanelOperation } from './operation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    sessionCaller: SessionCaller | undefined;
  }
  interface FastifyContextConfig {
    panelOperation?: Pick<PanelOperation, 'access' | 'beforePasswordChange'>;
  }
}

export const notSignedIn = 'You are not signed in. Sign in to continue.';
export const noSuchWorkspace = 'Workspace not found';
export const roleTooLow = 'Your role does not allow this';
export const passwordChangeRequired = 'Your password was set by someone else. Change it first.';
export const unknownOrigin =
  'Writes with a session require a Sec-Fetch-Site or Origin header, which browsers send automatically.';

/**
 * Checks a request before its body is read. The order of the checks matters: a valid session, the rate limit of the
 * session, the route, a required password change, the workspace, the role, the origin. Callers who are not signed in
 * learn nothing about routes that need a session. API keys are ignored, because they are for the public API.
 */
export function authorizePanelRequest(
  access: PanelAccess,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  return async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    const operation = request.is404 ? undefined : request.routeOptions.config.panelOperation;
    const token = readSessionToken(request, access.publicOrigin);
    const session = await findSession(request, access, token);
    if (operation?.access === 'anyone') request.sessionCaller = session?.caller;
    else {
      if (session === undefined) throw notSignedInError();
      await requireRate(access, session.caller);
      if (operation === undefined || hasEmptyPart(request))
        throw new WaypostError('NOT_FOUND', 'Endpoint not found');
      if (session.mustChangePassword && operation.beforePasswordChange !== true)
        throw new WaypostError('FORBIDDEN', passwordChangeRequired, { reason: 'password-change-required' });
      request.sessionCaller = admit(operation, session);
    }
    refuseCrossOriginWrite(request, access.publicOrigin);
    if (token !== undefined) refuseUnknownOrigin(request);
  };
}

async function findSession(
  request: FastifyRequest,
  access: PanelAccess,
  token: string | undefined,
): Promise<AuthenticatedSession | undefined> {
  const { workspaceId } = request.params as { workspaceId?: string };
  return token === undefined ? undefined : await access.authenticateSession(token, workspaceId);
}

async function requireRate({ takeRate }: PanelAccess, caller: SessionCaller): Promise<void> {
  const over = await takeRate(caller);
  if (over === undefined) return;
  const { message, details } = tooManyRequests(over.retryAfterSeconds);
  throw new WaypostError('RATE_LIMITED', message, { details });
}

export function tooManyRequests(retryAfter: number) {
  return {
    message: `Too many requests. ${tryAgainIn(retryAfter)}`,
    details: { reason: 'too-many-requests', retryAfter },
  };
}

/**
 * Returns the caller inside the requested workspace. A workspace that the caller does not belong to gets the same
 * response as a workspace that does not exist.
 */
function admit({ access }: Pick<PanelOperation, 'access'>, session: AuthenticatedSession): SessionCaller {
  if (access === 'anyone' || access === 'signed-in') return session.caller;
  if (session.inside === undefined) throw new WaypostError('NOT_FOUND', noSuchWorkspace);
  if (!isAllowed(session.inside.actor, access))
    throw new WaypostError('FORBIDDEN', roleTooLow, { reason: 'role-too-low' });
  return session.inside;
}

/**
 * Checks whether the caller of a long-running request still has access, and returns the caller with current
 * permissions.
 */
export async function reauthorize(
  request: FastifyRequest,
  access: PanelAccess,
  permission: Permission,
): Promise<SessionCaller | undefined> {
  const session = await findSession(request, access, readSessionToken(request, access.publicOrigin));
  if (session?.inside === undefined || session.mustChangePassword) return undefined;
  return isAllowed(session.inside.actor, permission) ? session.inside : undefined;
}

export function callerOf(request: FastifyRequest): SessionCaller {
  if (request.sessionCaller === undefined) throw notSignedInError();
  return request.sessionCaller;
}

/**
 * Rejects a write without an Origin or Sec-Fetch-Site header. Browsers send cookies with requests from any site, so the
 * cookie alone does not prove that the request comes from the panel.
 */
function refuseUnknownOrigin(request: FastifyRequest): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (isWrite(request) && origin === undefined && site === undefined)
    throw new WaypostError('FORBIDDEN', unknownOrigin, { reason: 'unknown-origin' });
}

/** Returns whether a path parameter is empty. The router accepts an empty path segment as an ID. */
function hasEmptyPart(request: FastifyRequest): boolean {
  return Object.values(request.params as Record<string, string>).includes('');
}

function notSignedInError(): WaypostError {
  return new WaypostError('UNAUTHORIZED', notSignedIn, { reason: 'not-signed-in' });
}
