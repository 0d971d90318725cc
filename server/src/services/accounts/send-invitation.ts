import type { MemberRole } from '@waypost/contract/accounts/access.ts';
import { newInvitation, type SentInvitation } from '@waypost/contract/accounts/people.ts';
import { isAtLeast } from '../../domain/member-rules.ts';
import { WaypostError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { insertInvitation, listOpenInvitations } from '../../store/accounts/invitations.ts';
import { isMemberByEmail } from '../../store/accounts/memberships.ts';
import { isDuplicate, type Executor } from '../../store/database/database.ts';
import { recordChange } from '../audit/record-change.ts';
import { inWorkspace, readInWorkspace, refuse, type Actor, type WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { getWorkspace } from '../workspaces/workspaces.ts';
import { buildLink } from './account-context.ts';
import type { WithAccounts } from '../tools.ts';
import { endInvitations, noSuchInvitation } from './invitations.ts';
import { invitationLimits, takeAttempt } from './limit-attempts.ts';
import { issueToken } from './link-token.ts';
import { writeInvitationMail } from './write-mail.ts';

const invitationMs = 7 * 24 * 60 * 60 * 1000;
const openMax = 100;

type IssuedInvitation = {
  id: string;
  email: string;
  role: MemberRole;
  workspace: string;
  token: string;
  expiresAt: Date;
};

export async function invite(context: WorkspaceContext, input: unknown): Promise<IssuedInvitation> {
  requirePermission(context.actor, 'people.manage');
  const { email, role } = parseInput(newInvitation, input);
  requireRank(context.actor, role);
  const { token, tokenHash } = issueToken();
  const createdAt = context.now();
  const expiresAt = new Date(createdAt.getTime() + invitationMs);
  const id = newId();
  const workspace = await inWorkspace(context, async (executor) => {
    const found = await getWorkspace(executor, context.workspaceId);
    await makeRoom(executor, context, email, createdAt);
    const invitedBy = context.actor.type === 'user' ? context.actor.id : null;
    const invitation = { id, email, role, tokenHash, invitedBy, createdAt, expiresAt };
    await insertInvitation(executor, context.workspaceId, invitation).catch(explainDuplicate);
    await recordChange(executor, context.workspaceId, context.actor, {
      action: 'invitation.create',
      subjectId: id,
      name: email,
      after: { email, role },
      details: { email, role },
    });
    return found;
  });
  return { id, email, role, workspace: workspace.name, token, expiresAt };
}

function requireRank(actor: Actor, role: MemberRole): void {
  if (actor.type === 'user' && !isAtLeast(actor.role, role))
    refuse('Only owners can add owners', 'owners-make-owners');
}

async function makeRoom(
  executor: Executor,
  context: WorkspaceContext,
  email: string,
  now: Date,
): Promise<void> {
  if (await isMemberByEmail(executor, context.workspaceId, email))
    throw new WaypostError('CONFLICT', 'This person is already a member', { reason: 'member-already' });
  await endInvitations(executor, context, { email });
  const open = await listOpenInvitations(executor, context.workspaceId, now);
  if (open.length >= openMax)
    throw new WaypostError(
      'CONFLICT',
      `The workspace has ${openMax} pending invitations, which is the limit. Revoke some first.`,
      {
        reason: 'too-many-invitations',
      },
    );
}

function explainDuplicate(error: unknown): never {
  throw isDuplicate(error)
    ? new WaypostError('CONFLICT', 'Someone else invited this person at the same time', {
        reason: 'invited-meanwhile',
        cause: error,
      })
    : error;
}

type InvitationLink = { id: string; email: string; role: MemberRole; link: string; expiresAt: Date };

export async function makeInvitationLink(
  context: WorkspaceContext,
  input: { email: string; role: MemberRole; panelUrl: string },
): Promise<InvitationLink> {
  requirePermission(context.actor, 'users.create');
  const { panelUrl, ...invited } = input;
  const { id, email, role, token, expiresAt } = await invite(context, invited);
  return { id, email, role, link: buildLink(panelUrl, 'invite', token), expiresAt };
}

/**
 * Mails the link. The inviter sees the link only if no mail is sent, because anyone who opens the link is treated as
 * the owner of the address.
 */
export async function sendInvitation(
  context: WorkspaceContext & WithAccounts,
  input: unknown,
): Promise<SentInvitation> {
  requirePermission(context.actor, 'people.manage');
  const { mailer, panelUrl, later } = context.accounts;
  const { email: recipient } = parseInput(newInvitation, input);
  // A new invitation replaces a pending one, so limiting the number of pending invitations would not prevent mail
  // floods.
  if (mailer !== undefined) await takeAttempt(context, invitationLimits(recipient, context.workspaceId));
  const { id, email, role, workspace, token, expiresAt } = await invite(context, input);
  const link = buildLink(panelUrl, 'invite', token);
  const sent = { id, expiresAt: expiresAt.toISOString() };
  if (mailer === undefined) return { ...sent, mailed: false, link };
  const about = { inviter: context.actor.label, workspace, role };
  later(() => mailer.send(writeInvitationMail(email, link, about)));
  return { ...sent, mailed: true, link: null };
}

export async function renewInvitation(
  context: WorkspaceContext & WithAccounts,
  id: string,
): Promise<SentInvitation> {
  requirePermission(context.actor, 'people.manage');
  const open = await readInWorkspace(context, 'list', (executor) =>
    listOpenInvitations(executor, context.workspaceId, context.now()),
  );
  const found = open.find((one) => one.id === id.toLowerCase());
  if (found === undefined) throw noSuchInvitation();
  return await sendInvitation(context, { email: found.email, role: found.role });
}
