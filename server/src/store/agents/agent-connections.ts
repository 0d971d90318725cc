import type { MemberRole, SubscriptionStatus } from '@waypost/contract/accounts/access.ts';
import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';

export type StoredConnection = {
  id: string;
  userId: string;
  email: string;
  clientId: string;
  clientName: string;
  redirectHost: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date;
  grantId: string;
};

export async function insertAgentConnection(
  executor: Executor,
  workspaceId: string,
  connection: Omit<StoredConnection, 'email' | 'lastUsedAt'>,
): Promise<void> {
  await executor
    .insertInto('agent_connections')
    .values({
      id: connection.id,
      workspace_id: workspaceId,
      user_id: connection.userId,
      grant_id: connection.grantId,
      client_id: connection.clientId,
      client_name: connection.clientName,
      redirect_host: connection.redirectHost,
      created_at: connection.createdAt,
      expires_at: connection.expiresAt,
    })
    .execute();
}

export async function listAgentConnections(
  executor: Executor,
  workspaceId: string,
  filter: { userId: string | undefined; id?: string; live: LiveConnections },
): Promise<StoredConnection[]> {
  const { userId, id, live } = filter;
  return await executor
    .selectFrom('agent_connections')
    .innerJoin('users', 'users.id', 'agent_connections.user_id')
    .select([
      'agent_connections.id',
      'agent_connections.user_id as userId',
      'users.email',
      'client_id as clientId',
      'client_name as clientName',
      'redirect_host as redirectHost',
      'agent_connections.created_at as createdAt',
      'last_used_at as lastUsedAt',
      'expires_at as expiresAt',
      'grant_id as grantId',
    ])
    .where('agent_connections.workspace_id', '=', workspaceId)
    .where('expires_at', '>', live.now)
    .where((row) => row(row.fn.coalesce('last_used_at', 'agent_connections.created_at'), '>', live.usedAfter))
    .$if(userId !== undefined, (query) => query.where('agent_connections.user_id', '=', userId ?? ''))
    .$if(id !== undefined, (query) => query.where('agent_connections.id', '=', id ?? ''))
    .execute();
}

type LiveConnections = { now: Date; usedAfter: Date };

type EndedConnection = { id: string; workspaceId: string; clientName: string };

export async function deleteAgentConnections(
  executor: Executor,
  grantIds: readonly string[],
): Promise<EndedConnection[]> {
  return await executor
    .deleteFrom('agent_connections')
    .where('grant_id', 'in', [...grantIds, ''])
    .returning(['id', 'workspace_id as workspaceId', 'client_name as clientName'])
    .execute();
}

export async function deleteConnectionsOfUser(executor: Executor, userId: string): Promise<void> {
  await sql`
    WITH ended AS (DELETE FROM agent_connections WHERE user_id = ${userId} RETURNING grant_id)
    DELETE FROM oauth_records USING ended WHERE oauth_records.grant_id = ended.grant_id`.execute(executor);
}

/**
 * Returns false once the user is no longer a member of the workspace, because the connection is deleted with the
 * membership.
 */
export async function isConnected(executor: Executor, grantId: string): Promise<boolean> {
  const found = await executor
    .selectFrom('agent_connections')
    .select('id')
    .where('grant_id', '=', grantId)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Deletes connections that are expired, unused for too long, or without a usable token, for example because the agent
 * never fetched one.
 */
export async function deleteUnusableConnections(
  executor: Executor,
  live: LiveConnections,
): Promise<string[]> {
  // While an agent exchanges a code or token, its connection briefly has no valid token.
  const settledBefore = new Date(live.now.getTime() - 5 * 60_000);
  const { rows } = await sql<{ grantId: string }>`
    DELETE FROM agent_connections
    WHERE expires_at <= ${live.now} OR coalesce(last_used_at, created_at) <= ${live.usedAfter}
      OR (created_at < ${settledBefore} AND NOT EXISTS (
        SELECT FROM oauth_records AS token
        WHERE token.grant_id = agent_connections.grant_id AND token.expires_at > ${live.now}
          AND token.model IN ('AuthorizationCode', 'AccessToken', 'RefreshToken')
          AND (token.consumed_at IS NULL OR token.consumed_at >= ${settledBefore})))
    RETURNING grant_id AS "grantId"`.execute(executor);
  return rows.map(({ grantId }) => grantId);
}

export type LocatedToken = {
  connectionId: string;
  workspaceId: string;
  workspaceName: string;
  userId: string;
  email: string;
  role: MemberRole;
  clientId: string;
  clientName: string;
  lastUsedAt: Date | null;
  expiresAt: Date;
  audience: string | null;
  scope: string | null;
  subscriptionStatus: SubscriptionStatus;
  apiAccess: boolean;
};

/**
 * Reads the token, connection, membership and subscription in one statement. Returns undefined if the token or
 * connection does not exist or has expired, or if the membership does not exist.
 */
export async function findAccessToken(
  executor: Executor,
  tokenHash: Buffer,
  now: Date,
): Promise<LocatedToken | undefined> {
  const { rows } = await sql<LocatedToken>`
    SELECT connection.id AS "connectionId", connection.workspace_id AS "workspaceId", workspaces.name AS "workspaceName",
      connection.user_id AS "userId", users.email, memberships.role, connection.client_id AS "clientId",
      connection.client_name AS "clientName", connection.last_used_at AS "lastUsedAt",
      token.expires_at AS "expiresAt", token.payload->>'aud' AS audience, token.payload->>'scope' AS scope,
      coalesce(subscriptions.status, 'none') AS "subscriptionStatus",
      coalesce(subscriptions.api_access, false) AS "apiAccess"
    FROM oauth_records AS token
    JOIN agent_connections AS connection ON connection.grant_id = token.grant_id
    JOIN memberships ON memberships.workspace_id = connection.workspace_id AND memberships.user_id = connection.user_id
    JOIN users ON users.id = connection.user_id
    JOIN workspaces ON workspaces.id = connection.workspace_id
    LEFT JOIN subscriptions ON subscriptions.workspace_id = connection.workspace_id
    WHERE token.model = 'AccessToken' AND token.id_hash = ${tokenHash} AND token.expires_at > ${now}
      AND connection.expires_at > ${now}`.execute(executor);
  return rows[0];
}

/** Never sets an earlier time, because another process may have recorded a later use. */
export async function markConnectionUsed(executor: Executor, id: string, at: Date): Promise<void> {
  await executor
    .updateTable('agent_connections')
    .set({ last_used_at: at })
    .where('id', '=', id)
    .where((row) => row.or([row('last_used_at', 'is', null), row('last_used_at', '<', at)]))
    .execute();
}
