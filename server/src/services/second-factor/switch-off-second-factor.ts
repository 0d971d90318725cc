import { emailAddress } from '@waypost/contract/people.ts';
import { WaypostError } from '../../platform/errors.ts';
import { replaceRecoveryCodes } from '../../store/recovery-codes.ts';
import { deleteSessionsOfUser } from '../../store/sessions.ts';
import { disableTotp, findUserByEmail, lockUser } from '../../store/users.ts';
import { asSystem, type ServiceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { recordForPerson } from '../people/record-for-person.ts';
import { requirePermission } from '../permissions.ts';
import { requireEnabled } from './require-enabled.ts';

export type SwitchedOff = { email: string; endedSessions: number };

/**
 * For the operator, where a person has lost their application and their recovery codes. All their sessions end: what
 * was lost may be in somebody's hands, and whoever comes next has to know the password.
 */
export async function switchOffSecondFactor(
  context: ServiceContext,
  input: { email: string },
): Promise<SwitchedOff> {
  requirePermission(context.actor, 'users.create');
  const email = parseInput(emailAddress, input.email);
  return await asSystem(context, async (executor) => {
    const found = await findUserByEmail(executor, email);
    const account = found === undefined ? undefined : await lockUser(executor, found.id);
    if (account === undefined) throw new WaypostError('NOT_FOUND', `nobody has the address ${email}`);
    requireEnabled(account);
    await disableTotp(executor, account.id);
    await replaceRecoveryCodes(executor, account.id, []);
    const endedSessions = await deleteSessionsOfUser(executor, account.id);
    await recordForPerson(executor, account, 'second-factor.switch-off', context.actor);
    return { email: account.email, endedSessions };
  });
}
