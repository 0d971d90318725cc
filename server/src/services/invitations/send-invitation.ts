import type { SentInvitation } from '@waypost/contract/people.ts';
import { accountTools, buildLink } from '../people/account-tools.ts';
import { writeInvitationMail } from '../people/write-mail.ts';
import type { WorkspaceContext } from '../context.ts';
import { invite } from './invite.ts';

/**
 * Invites and mails the link. Who invites never sees it: whoever opens it is taken for the person that the address
 * belongs to.
 */
export async function sendInvitation(context: WorkspaceContext, input: unknown): Promise<SentInvitation> {
  const { mailer, panelUrl, later } = accountTools(context);
  const { id, email, role, workspace, token } = await invite(context, input);
  if (mailer === undefined) return { id, mailed: false };
  const about = { inviter: context.actor.label, workspace, role };
  later(() => mailer.send(writeInvitationMail(email, buildLink(panelUrl, 'invite', token), about)));
  return { id, mailed: true };
}
