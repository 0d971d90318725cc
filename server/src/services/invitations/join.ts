import { WaypostError } from '../../platform/errors.ts';
import { isDuplicate, type Executor } from '../../store/database.ts';
import { takeInvitation, type TokenInvitation } from '../../store/invitations.ts';
import { insertMembership } from '../../store/memberships.ts';
import { recordChange } from '../audit/record-change.ts';
import type { PersonActor } from '../sessions/session-context.ts';

/** Uses the invitation up and makes the person what it says; for exactly one of those who come with its token. */
export async function join(
  executor: Executor,
  invitation: TokenInvitation,
  person: { id: string; email: string },
  now: Date,
): Promise<PersonActor> {
  const { id, workspaceId, role } = invitation;
  if (!(await takeInvitation(executor, id, now))) throw deadInvitation();
  await insertMembership(executor, workspaceId, { userId: person.id, role }).catch((error: unknown) => {
    throw isDuplicate(error) ? new WaypostError('CONFLICT', 'you are a member already') : error;
  });
  const actor: PersonActor = { type: 'user', id: person.id, label: person.email, role };
  await recordChange(executor, workspaceId, actor, {
    action: 'invitation.accept',
    subjectId: id,
    details: { role },
  });
  return actor;
}

/** Made up, used, revoked and expired are one answer. */
export function deadInvitation(): WaypostError {
  return new WaypostError('NOT_FOUND', 'the invitation is not valid any more: ask for a new one');
}
