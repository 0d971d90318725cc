import type { MemberRole } from '@waypost/contract/accounts/access.ts';
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
import { idleSince, lastSeenIntervalMs } from './sessions.ts';

/**
 * Looks up sessions by token hash. The hash is part of a string key, because a map would compare buffers by identity.
 */
type SessionLookup = BatchedLookup<string, LocatedSession>;

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

/** Result of authentication. `inside` is not set if the person is not a member of the requested workspace. */
export type AuthenticatedSession = {
  caller: SessionCaller;
  inside?: SessionCaller;
  /** True if all requests are rejected until the person has changed the password. */
  mustChangePassword: boolean;
};

/**
 * Returns undefined if the token is unknown or expired, or if the person no longer belongs to any workspace. Session,
 * membership and role are read from the database for each request, so that changes take effect immediately. A
 * nonexistent workspace and a workspace that the person does not belong to give the same result, so callers cannot tell
 * them apart.
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
  if (now.getTime() - session.lastSeenAt.getTime() >= lastSeenIntervalMs) {
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
