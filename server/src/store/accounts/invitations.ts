import type { MemberRole } from '@waypost/contract/accounts/access.ts';
import type { Executor } from '../database/database.ts';

type NewInvitation = {
  id: string;
  email: string;
  role: MemberRole;
  tokenHash: Buffer;
  invitedBy: string | null;
  createdAt: Date;
  expiresAt: Date;
};

export async function insertInvitation(
  executor: Executor,
  workspaceId: string,
  invitation: NewInvitation,
): Promise<void> {
  await executor
    .insertInto('invitations')
    .values({
      id: invitation.id,
      workspace_id: workspaceId,
      email: invitation.email,
      role: invitation.role,
      token_hash: invitation.tokenHash,
      invited_by: invitation.invitedBy,
      created_at: invitation.createdAt,
      expires_at: invitation.expiresAt,
      accepted_at: null,
      revoked_at: null,
    })
    .execute();
}

type OpenInvitation = Omit<NewInvitation, 'tokenHash' | 'invitedBy'> & { invitedBy: string | null };

/**
 * Lists invitations with the email address of the sender as `invitedBy`, which is null if the operator or a former
 * member sent the invitation.
 */
export async function listOpenInvitations(
  executor: Executor,
  workspaceId: string,
  now: Date,
): Promise<OpenInvitation[]> {
  return await executor
    .selectFrom('invitations')
    .leftJoin('users', 'users.id', 'invitations.invited_by')
    .select([
      'invitations.id as id',
      'invitations.email as email',
      'invitations.role as role',
      'users.email as invitedBy',
      'invitations.created_at as createdAt',
      'invitations.expires_at as expiresAt',
    ])
    .where('invitations.workspace_id', '=', workspaceId)
    .where('invitations.accepted_at', 'is', null)
    .where('invitations.revoked_at', 'is', null)
    .where('invitations.expires_at', '>', now)
    .orderBy('invitations.created_at')
    .orderBy('invitations.id')
    .execute();
}

/** Selects invitations that were neither accepted nor revoked, including expired invitations. */
export type InvitationFilter = { id: string } | { email: string } | { invitedBy: string };

export async function revokeInvitations(
  executor: Executor,
  workspaceId: string,
  filter: InvitationFilter,
  at: Date,
): Promise<{ id: string; email: string; role: MemberRole }[]> {
  return await executor
    .updateTable('invitations')
    .set({ revoked_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where((row) => {
      if ('id' in filter) return row('id', '=', filter.id);
      if ('invitedBy' in filter) return row('invited_by', '=', filter.invitedBy);
      return row(row.fn<string>('lower', ['email']), '=', filter.email.toLowerCase());
    })
    .returning(['id', 'email', 'role'])
    .execute();
}

export type TokenInvitation = {
  id: string;
  workspaceId: string;
  workspaceName: string;
  email: string;
  role: MemberRole;
  expiresAt: Date;
};

/** Requires `asSystem`, because the invited person is not in a workspace yet. */
export async function findInvitationByToken(
  executor: Executor,
  tokenHash: Buffer,
  now: Date,
): Promise<TokenInvitation | undefined> {
  return await executor
    .selectFrom('invitations')
    .innerJoin('workspaces', 'workspaces.id', 'invitations.workspace_id')
    .select([
      'invitations.id as id',
      'invitations.workspace_id as workspaceId',
      'workspaces.name as workspaceName',
      'invitations.email as email',
      'invitations.role as role',
      'invitations.expires_at as expiresAt',
    ])
    .where('token_hash', '=', tokenHash)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Returns true for at most one of several concurrent calls. */
export async function consumeInvitation(
  executor: Executor,
  invitationId: string,
  now: Date,
): Promise<boolean> {
  const result = await executor
    .updateTable('invitations')
    .set({ accepted_at: now })
    .where('id', '=', invitationId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
