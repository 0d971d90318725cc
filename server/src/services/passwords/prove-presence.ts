import { WaypostError } from '../../platform/errors.ts';
import type { Executor } from '../../store/database.ts';
import type { Account } from '../../store/users.ts';
import type { SignedInContext } from '../sessions/session-context.ts';
import { proveIdentity, secondFactorNeeded } from './prove-identity.ts';

/** For what an open browser alone must not be able to do: the person gives their password again, and a code with it. */
export async function provePresence<Result>(
  context: SignedInContext,
  given: { password: string; code?: string; prepare?: () => Promise<void> },
  work: (executor: Executor, account: Account) => Promise<Result>,
): Promise<Result> {
  const result = await proveIdentity(
    context,
    {
      email: context.actor.label,
      ...given,
      secondFactor: given.code === undefined ? 'not-asked' : 'asked',
      // Not 401: the session is good, and a panel would take that for its end.
      refuse: () => new WaypostError('FORBIDDEN', 'the password is wrong'),
    },
    work,
  );
  if (result === secondFactorNeeded) throw new Error('a second factor was asked for without asking');
  return result;
}
