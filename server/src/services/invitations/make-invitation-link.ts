import type { MemberRole } from '@waypost/contract/access.ts';
import { buildLink } from '../people/account-tools.ts';
import type { WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { invite } from './invite.ts';

export type InvitationLink = { id: string; email: string; role: MemberRole; link: string; expiresAt: Date };

/** For the operator, who hands it over: the way in where no mail is sent. */
export async function makeInvitationLink(
  context: WorkspaceContext,
  input: { email: string; role: MemberRole; panelUrl: string },
): Promise<InvitationLink> {
  requirePermission(context.actor, 'users.create');
  const { panelUrl, ...invited } = input;
  const { id, email, role, token, expiresAt } = await invite(context, invited);
  return { id, email, role, link: buildLink(panelUrl, 'invite', token), expiresAt };
}
