import { makeResetLink } from '../../src/services/accounts/reset-password.ts';
import { beginSecondFactor, confirmSecondFactor } from '../../src/services/accounts/second-factor.ts';
import { invite } from '../../src/services/accounts/send-invitation.ts';
import type { AccountTools, WorkspaceContext } from '../../src/services/context.ts';
import { enterAs, makePerson, makeStranger, showCode } from '../../src/testing/workspaces/people.ts';

/** An owner who could do anything, somebody who has a second factor, and somebody who began with one. */
export async function makePeopleToChange(context: WorkspaceContext, accounts: AccountTools) {
  const stranger = makeStranger(context.database, { accounts });
  const enter = async (role: 'owner' | 'member') => {
    const person = await makePerson(context, role);
    const signedIn = await enterAs(stranger, person);
    const begin = () => beginSecondFactor(signedIn, { password: person.password });
    return { ...person, signedIn, session: signedIn.token, begin };
  };
  const [owner, careful, beginner] = [await enter('owner'), await enter('member'), await enter('member')];
  const code = showCode((await careful.begin()).secret, new Date());
  const { recoveryCodes, session } = await confirmSecondFactor(careful.signedIn, { code });
  const other = await enterAs(stranger, owner);
  const { link } = await makeResetLink(context, { email: owner.email, panelUrl: 'https://x.example' });
  return {
    owner,
    careful: { ...careful, recoveryCodes, session: session.token },
    beginner: { ...beginner, secret: (await beginner.begin()).secret },
    otherSessionId: other.sessionId,
    resetToken: link.split('#token=')[1] ?? '',
    invitation: await invite(context, { email: `${context.workspaceId}@example.com`, role: 'viewer' }),
  };
}
