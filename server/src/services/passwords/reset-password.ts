import { passwordReset } from '@waypost/contract/people.ts';
import { WaypostError } from '../../platform/errors.ts';
import { hashPassword } from '../../platform/password-hash.ts';
import { findOpenReset, takeReset } from '../../store/password-resets.ts';
import { findUser } from '../../store/users.ts';
import { asSystem } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { recordForPerson } from '../people/record-for-person.ts';
import { hashToken } from '../sessions/bearer-token.ts';
import { openLink } from '../sessions/open-link.ts';
import type { StrangerContext } from '../sessions/session-context.ts';
import { requireGoodPassword } from './require-good-password.ts';
import { setPassword } from './set-password.ts';

/** Sets the password of whom the link was made for, and ends all their sessions. A second factor stays as it is. */
export async function resetPassword(context: StrangerContext, input: unknown): Promise<void> {
  const { token, password } = parseInput(passwordReset, input);
  const tokenHash = hashToken(token);
  // Looked up before the password is hashed, which is dear: a made-up token costs next to nothing.
  const account = await openLink(context, token, async (executor) => {
    const open = await findOpenReset(executor, tokenHash, context.now());
    return open === undefined ? undefined : await findUser(executor, open.userId);
  });
  if (account === undefined) throw deadLink();
  requireGoodPassword('password', password, account.email);
  const passwordHash = await hashPassword(password);
  await asSystem(context, async (executor) => {
    const now = context.now();
    if (!(await takeReset(executor, tokenHash, now))) throw deadLink();
    await setPassword(executor, account.id, { passwordHash, at: now });
    await recordForPerson(executor, account, 'password.reset');
  });
}

/** Made up, used and expired are one answer. */
function deadLink(): WaypostError {
  return new WaypostError('NOT_FOUND', 'the link is not valid any more: ask for a new one');
}
