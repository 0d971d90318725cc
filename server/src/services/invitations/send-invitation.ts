import { newInvitation, type SentInvitation } from '@waypost/contract/people.ts';
import { accountTools, buildLink } from '../people/account-tools.ts';
import { writeInvitationMail } from '../people/write-mail.ts';
import type { WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { invitationLimits, takeAttempt } from '../sessions/limit-attempts.ts';
import { invite } from './invite.ts';

/**
 * Invites and mails the link. Who invites never sees it: whoever opens it is taken for the person that the address
 * belongs to.
 */
export async function sendInvitation(context: WorkspaceContext, input: unknown): Promise<SentInvitation> {
  requirePermission(context.actor, 'people.manage');
  const { mailer, panelUrl, later } = accountTools(context);
  const { email: recipient } = parseInput(newInvitation, input);
  // A new invitation takes the place of an open one, so their number alone does not keep anyone from being flooded.
  if (mailer !== undefined) await takeAttempt(context, invitationLimits(recipient, context.workspaceId));
  const { id, email, role, workspace, token } = await invite(context, input);
  if (mailer === undefined) return { id, mailed: false };
  const about = { inviter: context.actor.label, workspace, role };
  later(() => mailer.send(writeInvitationMail(email, buildLink(panelUrl, 'invite', token), about)));
  return { id, mailed: true };
}
