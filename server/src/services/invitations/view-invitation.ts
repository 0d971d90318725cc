import { invitationLookup, type ShownInvitation } from '@waypost/contract/people.ts';
import { parseInput } from '../parse-input.ts';
import type { StrangerContext } from '../sessions/session-context.ts';
import { openInvitation } from './open-invitation.ts';

/** What somebody is invited to, for who has the link: before they accept, and without using it up. */
export async function viewInvitation(context: StrangerContext, input: unknown): Promise<ShownInvitation> {
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
