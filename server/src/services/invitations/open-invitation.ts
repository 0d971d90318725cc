import { findInvitationByToken, type TokenInvitation } from '../../store/invitations.ts';
import { findUserByEmail } from '../../store/users.ts';
import { openLink } from '../sessions/open-link.ts';
import type { StrangerContext } from '../sessions/session-context.ts';
import { deadInvitation } from './join.ts';

export type OpenedInvitation = { invitation: TokenInvitation; isKnown: boolean };

/** The invitation that the token opens, and whether the invited person has an account already. */
export async function openInvitation(context: StrangerContext, token: string): Promise<OpenedInvitation> {
  const opened = await openLink(context, token, async (executor, tokenHash) => {
    const invitation = await findInvitationByToken(executor, tokenHash, context.now());
    if (invitation === undefined) return undefined;
    return { invitation, isKnown: (await findUserByEmail(executor, invitation.email)) !== undefined };
  });
  if (opened === undefined) throw deadInvitation();
  return opened;
}
