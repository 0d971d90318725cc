import type { ServiceContext } from '../context.ts';
import { markSessionSeen } from '../../store/sessions.ts';
import { hashToken } from './bearer-token.ts';
import type { PersonActor } from './session-context.ts';
import { idleSince, seenEveryMs } from './session-lifetime.ts';
import type { SessionLookup } from './session-lookup.ts';

export type SessionCaller = { workspaceId: string; sessionId: string; actor: PersonActor };

/**
 * Who a session token speaks for; undefined where it is none, or has ended. Session, membership and role are read from
 * the database every time: what was ended, removed or changed counts for the very next request.
 */
export async function authenticateSession(
  context: Pick<ServiceContext, 'database' | 'now'>,
  lookup: SessionLookup,
  token: string,
): Promise<SessionCaller | undefined> {
  const session = await lookup.find(hashToken(token).toString('base64'));
  const now = context.now();
  if (session === undefined || session.expiresAt <= now || session.lastSeenAt <= idleSince(now))
    return undefined;
  if (now.getTime() - session.lastSeenAt.getTime() >= seenEveryMs)
    await context.database.asSystem((executor) => markSessionSeen(executor, session.id, now));
  return {
    workspaceId: session.workspaceId,
    sessionId: session.id,
    actor: { type: 'user', id: session.userId, label: session.email, role: session.role },
  };
}
