import { BatchedLookup } from '../../platform/batched-lookup.ts';
import { findSessionsByToken, markSessionSeen, type LocatedSession } from '../../store/accounts/sessions.ts';
import type { Database } from '../../store/database/database.ts';
import type { ServiceContext } from '../context.ts';
import type { PersonActor } from './account-context.ts';
import { hashToken } from './link-token.ts';
import { idleSince, seenEveryMs } from './sessions.ts';

/** By the hash of the token, in base64: a buffer is equal to nothing but itself. */
type SessionLookup = BatchedLookup<string, LocatedSession>;

/** Finds sessions afresh for each request, and with few statements for many of them. */
export function makeSessionLookup(database: Database): SessionLookup {
  return new BatchedLookup(async (hashes) => {
    const wanted = hashes.map((hash) => Buffer.from(hash, 'base64'));
    const found = await database.asLogin((executor) => findSessionsByToken(executor, wanted));
    return new Map(found.map((session) => [session.tokenHash.toString('base64'), session]));
  });
}

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
