import { passwordChange } from '@waypost/contract/accounts/people.ts';
import { hashPassword } from '../../platform/password-hash.ts';
import { closeResetsOfUser } from '../../store/accounts/password-resets.ts';
import { deleteSessionsOfUser } from '../../store/accounts/sessions.ts';
import { saveNewPassword } from '../../store/accounts/users.ts';
import { deleteConnectionsOfUser } from '../../store/agents/agent-connections.ts';
import type { Executor } from '../../store/database/database.ts';
import { recordChange } from '../audit/record-change.ts';
import { invalidInput, parseInput } from '../parse-input.ts';
import { namesOfWorkspaces, type SignedInContext } from './account-context.ts';
import { renewSession, type IssuedSession } from './begin-session.ts';
import { signedInRequester } from './known-browsers.ts';
import { recordAccess } from './record-access.ts';
import { provePresence } from './prove-identity.ts';
import { requireAllowedPassword, requireStrongPassword } from './require-strong-password.ts';

export async function setPassword(
  executor: Executor,
  userId: string,
  change: { passwordHash: string; at: Date },
  keptSessionId?: string,
): Promise<void> {
  await saveNewPassword(executor, userId, change);
  await closeResetsOfUser(executor, userId, change.at);
  await deleteSessionsOfUser(executor, userId, keptSessionId);
  // Someone who knew the old password may have connected an agent.
  await deleteConnectionsOfUser(executor, userId);
}

export async function changePassword(context: SignedInContext, input: unknown): Promise<IssuedSession> {
  const { currentPassword, newPassword } = parseInput(passwordChange, input);
  const wanted = { path: 'newPassword', password: newPassword, email: context.actor.label };
  requireAllowedPassword(wanted);
  if (newPassword === currentPassword)
    throw invalidInput([{ path: 'newPassword', message: 'must differ from the current password' }]);
  const { lane } = signedInRequester(context);
  let passwordHash = '';
  // Runs only after the current password has been verified, because the strength check and the hashing are expensive.
  const prepare = async () => {
    const workspaces = await namesOfWorkspaces(context, context.actor.id);
    await requireStrongPassword({ ...wanted, workspaces }, lane);
    passwordHash = await hashPassword(newPassword, lane);
  };
  return await provePresence(context, { password: currentPassword, prepare }, async (executor, account) => {
    await setPassword(executor, account.id, { passwordHash, at: context.now() }, context.sessionId);
    recordAccess(context, { outcome: 'password-changed', person: account });
    const session = await renewSession(executor, context);
    await recordChange(executor, context.workspaceId, context.actor, {
      action: 'password.change',
      subjectId: account.id,
      name: account.email,
    });
    return session;
  });
}
