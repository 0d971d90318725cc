import type { MemberRole } from '@waypost/contract/access.ts';
import { BatchedLookup } from '../../platform/batched-lookup.ts';
import { isId } from '../../platform/ids.ts';
import {
  findSessionsByToken,
  markSessionSeen,
  type LocatedSession,
  type SessionKey,
} from '../../store/accounts/sessions.ts';
import type { Database } from '../../store/database/database.ts';
import type { ServiceContext } from '../context.ts';
import type { PersonActor } from './account-context.ts';
import { hashToken } from './link-token.ts';
import { idleSince, seenEveryMs } from './sessions.ts';

/** By the hash of the token in base64 and the workspace: a buffer is equal to nothing but itself. */
type SessionLookup = BatchedLookup<string, LocatedSession>;

/** Finds sessions afresh for each request, and with few statements for many of them. */
export function makeSessionLookup(database: Database): SessionLookup {
  return new BatchedLookup(async (keys) => {
    const found = await database.asLogin((executor) => findSessionsByToken(executor, keys.map(readKey)));
    return new Map(found.map((one) => [writeKey(one.tokenHash, one.namedWorkspaceId), one]));
  });
}

function writeKey(tokenHash: Buffer, workspaceId: string | null): string {
  return `${tokenHash.toString('base64')} ${workspaceId ?? ''}`;
}

function readKey(key: string): SessionKey {
  const [hash = '', workspaceId = ''] = key.split(' ');
  return { tokenHash: Buffer.from(hash, 'base64'), workspaceId: workspaceId === '' ? null : workspaceId };
}

export type SessionCaller = { workspaceId: string; sessionId: string; actor: PersonActor };

/** Who a session speaks for; there is no `inside` where they are no member of the workspace that was named. */
export type AuthenticatedSession = {
  /** In the workspace that they used last. */
  caller: SessionCaller;
  /** In the workspace that the request names. */
  inside?: SessionCaller;
  /** Nothing else is done for them until they have chosen a password of their own. */
  mustChangePassword: boolean;
};

/**
 * Who a session token speaks for; undefined where it is none, has ended, or its person belongs to no workspace any more.
 * Session, membership and role are read from the database every time: what was ended, removed or changed counts for the
 * very next request. A workspace that does not exist and one of others take the same statement and give the same.
 */
export async function authenticateSession(
  context: Pick<ServiceContext, 'database' | 'now'>,
  lookup: SessionLookup,
  token: string,
  workspaceId?: string,
): Promise<AuthenticatedSession | undefined> {
  const named = workspaceId !== undefined && isId(workspaceId) ? workspaceId.toLowerCase() : null;
  const session = await lookup.find(writeKey(hashToken(token), named));
  const now = context.now();
  if (session === undefined || session.expiresAt <= now || session.lastSeenAt <= idleSince(now))
    return undefined;
  const caller = callerIn(session, session.lastWorkspaceId, session.lastRole);
  const inside =
    named === null || session.namedRole === null ? undefined : callerIn(session, named, session.namedRole);
  if (now.getTime() - session.lastSeenAt.getTime() >= seenEveryMs) {
    const seen = { id: session.id, workspaceId: (inside ?? caller).workspaceId };
    await context.database.asSystem((executor) => markSessionSeen(executor, seen, now));
  }
  const { mustChangePassword } = session;
  return { caller, mustChangePassword, ...(inside === undefined ? {} : { inside }) };
}

function callerIn(session: LocatedSession, workspaceId: string, role: MemberRole): SessionCaller {
  const actor: PersonActor = { type: 'user', id: session.userId, label: session.email, role };
  return { workspaceId, sessionId: session.id, actor };
}
