import type { MemberRole } from '@waypost/contract/accounts/access.ts';
import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';
import type { SessionOrigin } from '../database/schema.ts';

type NewSession = {
  id: string;
  userId: string;
  workspaceId: string;
  tokenHash: Buffer;
  userAgent: string;
  network: string | null;
  begunBy: SessionOrigin;
  createdAt: Date;
  expiresAt: Date;
};

export async function insertSession(executor: Executor, session: NewSession): Promise<void> {
  await executor
    .insertInto('sessions')
    .values({
      id: session.id,
      user_id: session.userId,
      workspace_id: session.workspaceId,
      token_hash: session.tokenHash,
      user_agent: session.userAgent,
      network: session.network,
      begun_by: session.begunBy,
      created_at: session.createdAt,
      last_seen_at: session.createdAt,
      expires_at: session.expiresAt,
    })
    .execute();
}

export type LocatedSession = {
  id: string;
  tokenHash: Buffer;
  userId: string;
  email: string;
  mustChangePassword: boolean;
  lastSeenAt: Date;
  expiresAt: Date;
  /**
   * The workspace in which the session was last used or, if there is none, the first workspace that the user joined.
   */
  lastWorkspaceId: string;
  lastRole: MemberRole;
  namedWorkspaceId: string | null;
  /** Null if the request names no workspace, or names a workspace that the user is not a member of. */
  namedRole: MemberRole | null;
};

export type SessionKey = { tokenHash: Buffer; workspaceId: string | null };

/** Reads sessions, users and roles in one statement. Call this as the login role, without a transaction. */
export async function findSessionsByToken(executor: Executor, keys: SessionKey[]): Promise<LocatedSession[]> {
  const [hashes, named] = [
    keys.map(({ tokenHash }) => tokenHash),
    keys.map(({ workspaceId }) => workspaceId),
  ];
  const { rows } = await sql<LocatedSession>`
    SELECT id, token_hash AS "tokenHash", user_id AS "userId", email,
      must_change_password AS "mustChangePassword", last_seen_at AS "lastSeenAt", expires_at AS "expiresAt",
      last_workspace_id AS "lastWorkspaceId", last_role AS "lastRole",
      named_workspace_id AS "namedWorkspaceId", named_role AS "namedRole"
    FROM find_sessions(${hashes}::bytea[], ${named}::uuid[])`.execute(executor);
  return rows;
}

/**
 * Never sets an earlier time, because another process may have recorded a later use. Sets the workspace to null if the
 * user is no longer a member of it.
 */
export async function markSessionSeen(
  executor: Executor,
  session: { id: string; workspaceId: string },
  at: Date,
): Promise<void> {
  await sql`
    UPDATE sessions SET last_seen_at = ${at}, workspace_id = (
      SELECT memberships.workspace_id FROM memberships
      WHERE memberships.workspace_id = ${session.workspaceId} AND memberships.user_id = sessions.user_id
      FOR KEY SHARE
    )
    WHERE id = ${session.id} AND last_seen_at < ${at}`.execute(executor);
}

type Session = Omit<NewSession, 'tokenHash' | 'userId' | 'workspaceId'> & {
  workspaceId: string | null;
  lastSeenAt: Date;
};

export async function listSessionsOfUser(
  executor: Executor,
  userId: string,
  live: { now: Date; seenAfter: Date },
): Promise<Session[]> {
  return await executor
    .selectFrom('sessions')
    .select([
      'id',
      'workspace_id as workspaceId',
      'user_agent as userAgent',
      'network',
      'begun_by as begunBy',
      'created_at as createdAt',
      'last_seen_at as lastSeenAt',
      'expires_at as expiresAt',
    ])
    .where('user_id', '=', userId)
    .where('expires_at', '>', live.now)
    .where('last_seen_at', '>', live.seenAfter)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute();
}

/**
 * Replaces the token without changing the age and expiry of the session. Returns undefined if the session no longer
 * exists.
 */
export async function replaceSessionToken(
  executor: Executor,
  session: { id: string; userId: string; workspaceId?: string },
  tokenHash: Buffer,
): Promise<{ expiresAt: Date } | undefined> {
  return await executor
    .updateTable('sessions')
    .set({
      token_hash: tokenHash,
      ...(session.workspaceId === undefined ? {} : { workspace_id: session.workspaceId }),
    })
    .where('id', '=', session.id)
    .where('user_id', '=', session.userId)
    .returning('expires_at as expiresAt')
    .executeTakeFirst();
}

export async function deleteSession(executor: Executor, userId: string, sessionId: string): Promise<boolean> {
  const result = await executor
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export async function deleteSessionsOfUser(
  executor: Executor,
  userId: string,
  exceptId?: string,
): Promise<number> {
  const all = executor.deleteFrom('sessions').where('user_id', '=', userId);
  const result = await (exceptId === undefined ? all : all.where('id', '!=', exceptId)).executeTakeFirst();
  return Number(result.numDeletedRows);
}

export async function deleteExpiredSessions(
  executor: Executor,
  past: { now: Date; seenBefore: Date },
): Promise<number> {
  const result = await executor
    .deleteFrom('sessions')
    .where((row) => row.or([row('expires_at', '<=', past.now), row('last_seen_at', '<=', past.seenBefore)]))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
