import type { Executor } from '../../store/database.ts';
import { revokeInvitations, type InvitationChoice } from '../../store/invitations.ts';
import { recordChanges } from '../audit/record-change.ts';
import type { WorkspaceContext } from '../context.ts';

/** Revokes open invitations and writes a line for each; how many there were. */
export async function endInvitations(
  executor: Executor,
  context: WorkspaceContext,
  choice: InvitationChoice,
): Promise<number> {
  const ended = await revokeInvitations(executor, context.workspaceId, choice, context.now());
  await recordChanges(executor, context, 'invitation.revoke', ended);
  return ended.length;
}
