import type { ListPage } from '@waypost/contract/api/paging.ts';
import {
  invitationListQuery,
  invitationLookup,
  type Invitation,
  type ShownInvitation,
} from '@waypost/contract/accounts/people.ts';
import { WaypostError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import {
  findInvitationByToken,
  listOpenInvitations,
  revokeInvitations,
  type InvitationFilter,
  type TokenInvitation,
} from '../../store/accounts/invitations.ts';
import { findUserByEmail } from '../../store/accounts/users.ts';
import type { Executor } from '../../store/database/database.ts';
import { recordChanges } from '../audit/record-change.ts';
import { inWorkspace, readInWorkspace, type WorkspaceContext } from '../context.ts';
import { listItems } from '../lists/list-items.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import type { AnonymousContext } from './account-context.ts';
import { openLink } from './link-token.ts';

const invitationList = {
  name: 'invitations',
  query: invitationListQuery,
  idOf: ({ id }: Invitation) => id,
  sorts: {
    createdAt: ({ createdAt }: Invitation) => createdAt,
    expiresAt: ({ expiresAt }: Invitation) => expiresAt,
    email: ({ email }: Invitation) => email.toLowerCase(),
  },
  searched: ({ email, id }: Invitation) => [email, id],
};

export async function listInvitations(
  context: WorkspaceContext,
  input: unknown = {},
): Promise<ListPage<Invitation>> {
  requirePermission(context.actor, 'people.manage');
  return await listItems(context, invitationList, input, async () => {
    const open = await readInWorkspace(context, 'list', (executor) =>
      listOpenInvitations(executor, context.workspaceId, context.now()),
    );
    return open.map(({ createdAt, expiresAt, ...rest }) => ({
      ...rest,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    }));
  });
}

type OpenedInvitation = { invitation: TokenInvitation; isKnown: boolean };

export async function openInvitation(context: AnonymousContext, token: string): Promise<OpenedInvitation> {
  const opened = await openLink(context, token, async (executor, tokenHash) => {
    const invitation = await findInvitationByToken(executor, tokenHash, context.now());
    if (invitation === undefined) return undefined;
    return { invitation, isKnown: (await findUserByEmail(executor, invitation.email)) !== undefined };
  });
  if (opened === undefined) throw deadInvitation();
  return opened;
}

export async function viewInvitation(context: AnonymousContext, input: unknown): Promise<ShownInvitation> {
  const { token } = parseInput(invitationLookup, input);
  const { invitation, isKnown } = await openInvitation(context, token);
  const { email, role, workspaceName, expiresAt } = invitation;
  return {
    workspace: workspaceName,
    email,
    role,
    expiresAt: expiresAt.toISOString(),
    hasAccount: isKnown,
  };
}

export async function revokeInvitation(context: WorkspaceContext, invitationId: string): Promise<void> {
  requirePermission(context.actor, 'people.manage');
  await inWorkspace(context, async (executor) => {
    const ended = isId(invitationId) ? await endInvitations(executor, context, { id: invitationId }) : 0;
    if (ended === 0) throw noSuchInvitation();
  });
}

export function noSuchInvitation(): WaypostError {
  return new WaypostError('NOT_FOUND', 'Invitation not found');
}

export async function endInvitations(
  executor: Executor,
  context: WorkspaceContext,
  choice: InvitationFilter,
): Promise<number> {
  const ended = await revokeInvitations(executor, context.workspaceId, choice, context.now());
  await recordChanges(
    executor,
    context,
    ended.map(({ id, email, role }) => ({
      action: 'invitation.revoke',
      subjectId: id,
      name: email,
      before: { email, role },
    })),
  );
  return ended.length;
}

/** Returns the same error for unknown, used, revoked and expired tokens. */
export function deadInvitation(): WaypostError {
  return new WaypostError('NOT_FOUND', 'This invitation is no longer valid. Ask for a new one.');
}
