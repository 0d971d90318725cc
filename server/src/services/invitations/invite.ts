import { newInvitation } from '@waypost/contract/people.ts';
import type { MemberRole } from '@waypost/contract/access.ts';
import { isAtLeast } from '../../domain/member-rules.ts';
import { WaypostError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { isDuplicate, type Executor } from '../../store/database.ts';
import { insertInvitation, listOpenInvitations } from '../../store/invitations.ts';
import { isMemberByEmail } from '../../store/memberships.ts';
import { recordChange } from '../audit/record-change.ts';
import { inWorkspace, refuse, type Actor, type WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { issueToken } from '../sessions/bearer-token.ts';
import { getWorkspace } from '../workspaces/get-workspace.ts';
import { endInvitations } from './end-invitations.ts';

const invitationMs = 7 * 24 * 60 * 60 * 1000;
/** Each is a mail to somebody who did not ask for it. */
const openMax = 100;

export type IssuedInvitation = {
  id: string;
  email: string;
  role: MemberRole;
  workspace: string;
  token: string;
  expiresAt: Date;
};

/** An open invitation for the person, in place of one that they had. */
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
      details: { email, role },
    });
    return found;
  });
  return { id, email, role, workspace: workspace.name, token, expiresAt };
}

function requireRank(actor: Actor, role: MemberRole): void {
  if (actor.type === 'user' && !isAtLeast(actor.role, role)) refuse('only an owner makes owners');
}

async function makeRoom(
  executor: Executor,
  context: WorkspaceContext,
  email: string,
  now: Date,
): Promise<void> {
  if (await isMemberByEmail(executor, context.workspaceId, email))
    throw new WaypostError('CONFLICT', 'this person is a member already');
  await endInvitations(executor, context, { email });
  const open = await listOpenInvitations(executor, context.workspaceId, now);
  if (open.length >= openMax)
    throw new WaypostError('CONFLICT', `there are ${openMax} open invitations: revoke some first`);
}

function explainDuplicate(error: unknown): never {
  throw isDuplicate(error)
    ? new WaypostError('CONFLICT', 'this person was invited by someone else just now', { cause: error })
    : error;
}
