import { emailAddress } from '@waypost/contract/people.ts';
import { WaypostError } from '../../platform/errors.ts';
import { findUserByEmail } from '../../store/users.ts';
import { asSystem, type ServiceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { buildLink } from '../people/account-tools.ts';
import { recordForPerson } from '../people/record-for-person.ts';
import { issueReset } from './issue-reset.ts';

export type ResetLink = { email: string; link: string; expiresAt: Date };

/** For the operator, who hands it over: the way back in where no mail is sent. */
export async function makeResetLink(
  context: ServiceContext,
  input: { email: string; panelUrl: string },
): Promise<ResetLink> {
  requirePermission(context.actor, 'users.create');
  const email = parseInput(emailAddress, input.email);
  return await asSystem(context, async (executor) => {
    const account = await findUserByEmail(executor, email);
    if (account === undefined) throw new WaypostError('NOT_FOUND', `nobody has the address ${email}`);
    const { token, expiresAt } = await issueReset(executor, account.id, context.now());
    await recordForPerson(executor, account, 'password.make-link', context.actor);
    return { email: account.email, link: buildLink(input.panelUrl, 'reset', token), expiresAt };
  });
}
