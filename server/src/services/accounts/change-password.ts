import { passwordChange } from '@waypost/contract/people.ts';
import { refusePassword } from '../../domain/password-policy.ts';
import { hashPassword } from '../../platform/password-hash.ts';
import { closeResetsOfUser } from '../../store/accounts/password-resets.ts';
import { deleteSessionsOfUser } from '../../store/accounts/sessions.ts';
import { saveNewPassword } from '../../store/accounts/users.ts';
import type { Executor } from '../../store/database/database.ts';
import { recordChange } from '../audit/record-change.ts';
import { invalidInput, parseInput } from '../parse-input.ts';
import type { SignedInContext } from './account-context.ts';
import { renewSession, type IssuedSession } from './begin-session.ts';
import { signedInAsker } from './known-browsers.ts';
import { provePresence } from './prove-identity.ts';

/** `path` is the field that the password stands in. */
export function requireGoodPassword(path: string, password: string, email: string): void {
  const refusal = refusePassword(password, email);
  if (refusal !== undefined) throw invalidInput([{ path, message: refusal }]);
}

/** A new password ends every session but the one to keep, and every link that could set another one. */
export async function setPassword(
  executor: Executor,
  userId: string,
  change: { passwordHash: string; at: Date },
  keptSessionId?: string,
): Promise<void> {
  await saveNewPassword(executor, userId, change);
  await closeResetsOfUser(executor, userId, change.at);
  await deleteSessionsOfUser(executor, userId, keptSessionId);
}

/** Takes the current password; ends all other sessions and gives this one another token. */
export async function changePassword(context: SignedInContext, input: unknown): Promise<IssuedSession> {
  const { currentPassword, newPassword } = parseInput(passwordChange, input);
  requireGoodPassword('newPassword', newPassword, context.actor.label);
  if (newPassword === currentPassword)
    throw invalidInput([{ path: 'newPassword', message: 'must be another one than the current one' }]);
  const { lane } = signedInAsker(context);
  let passwordHash = '';
  const prepare = async () => void (passwordHash = await hashPassword(newPassword, lane));
  return await provePresence(context, { password: currentPassword, prepare }, async (executor, account) => {
    await setPassword(executor, account.id, { passwordHash, at: context.now() }, context.sessionId);
    const session = await renewSession(executor, context, context.workspaceId);
    await recordChange(executor, context.workspaceId, context.actor, {
      action: 'password.change',
      subjectId: account.id,
    });
    return session;
  });
}
