import { passwordChange } from '@waypost/contract/people.ts';
import { hashPassword } from '../../platform/password-hash.ts';
import { recordChange } from '../audit/record-change.ts';
import { invalidInput, parseInput } from '../parse-input.ts';
import type { IssuedSession } from '../sessions/begin-session.ts';
import { renewSession } from '../sessions/renew-session.ts';
import type { SignedInContext } from '../sessions/session-context.ts';
import { provePresence } from './prove-presence.ts';
import { requireGoodPassword } from './require-good-password.ts';
import { setPassword } from './set-password.ts';

/** Takes the current password; ends all other sessions and gives this one another token. */
export async function changePassword(context: SignedInContext, input: unknown): Promise<IssuedSession> {
  const { currentPassword, newPassword } = parseInput(passwordChange, input);
  requireGoodPassword('newPassword', newPassword, context.actor.label);
  if (newPassword === currentPassword)
    throw invalidInput([{ path: 'newPassword', message: 'must be another one than the current one' }]);
  let passwordHash = '';
  const prepare = async () => void (passwordHash = await hashPassword(newPassword));
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
