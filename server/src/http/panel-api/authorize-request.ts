import type { FastifyReply, FastifyRequest } from 'fastify';
import { WaypostError } from '../../platform/errors.ts';
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

export const notSignedIn = 'nobody is signed in: a valid session is needed';
export const noSuchWorkspace = 'there is no such workspace';
export const roleTooLow = 'your role does not allow this';
/** Somebody else knows the password by which they came in. */
export const passwordChangeRequired = 'your password was chosen by somebody else: change it first';
export const unknownOrigin =
  'a write with a session needs the header Sec-Fetch-Site or Origin, which browsers send by themselves';

/**
 * What must hold before anything of a request is read, in the order in which it is refused: a valid session, its rate,
 * the route, the workspace, the role, the origin. Who is not signed in learns nothing of the routes, except of those that
 * are for anyone. A key is never looked at: whoever has one uses the public API.
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
        throw new WaypostError('NOT_FOUND', 'there is no such operation');
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
    message: `too many requests: try again in ${retryAfter} s`,
    details: { reason: 'too-many-requests', retryAfter },
  };
}

/** Whom the operation is done for, and where. A workspace of others is one that does not exist. */
function admit({ access }: Pick<PanelOperation, 'access'>, session: AuthenticatedSession): SessionCaller {
  if (access === 'anyone' || access === 'signed-in') return session.caller;
  if (session.inside === undefined) throw new WaypostError('NOT_FOUND', noSuchWorkspace);
  if (!isAllowed(session.inside.actor, access))
    throw new WaypostError('FORBIDDEN', roleTooLow, { reason: 'role-too-low' });
  return session.inside;
}

/** Whether the caller of a request that goes on would still be let in, and as whom. */
export async function reauthorize(
  request: FastifyRequest,
  access: PanelAccess,
  permission: Permission,
): Promise<SessionCaller | undefined> {
  const session = await findSession(request, access, readSessionToken(request, access.publicOrigin));
  if (session?.inside === undefined || session.mustChangePassword) return undefined;
  return isAllowed(session.inside.actor, permission) ? session.inside : undefined;
}

/** Set by the gate, which every route of the prefix stands behind. */
export function callerOf(request: FastifyRequest): SessionCaller {
  if (request.sessionCaller === undefined) throw notSignedInError();
  return request.sessionCaller;
}

/** A browser sends its cookie whoever asks; where nothing tells who did, the cookie proves nothing. */
function refuseUnknownOrigin(request: FastifyRequest): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (isWrite(request) && origin === undefined && site === undefined)
    throw new WaypostError('FORBIDDEN', unknownOrigin, { reason: 'unknown-origin' });
}

/** The router takes an empty part of the path for an id. */
function hasEmptyPart(request: FastifyRequest): boolean {
  return Object.values(request.params as Record<string, string>).includes('');
}

function notSignedInError(): WaypostError {
  return new WaypostError('UNAUTHORIZED', notSignedIn, { reason: 'not-signed-in' });
}
