import { makeResetLink } from '../../src/services/accounts/reset-password.ts';
import { beginSecondFactor, confirmSecondFactor } from '../../src/services/accounts/second-factor.ts';
import { invite } from '../../src/services/accounts/send-invitation.ts';
import type { AccountTools, WorkspaceContext } from '../../src/services/context.ts';
import { createSavedReport } from '../../src/services/saved-reports/saved-reports.ts';
import { enterAs, makePerson, makeAnonymous, showCode } from '../../src/testing/workspaces/people.ts';

/** An owner who could do anything, somebody who has a second factor, and somebody who began with one. */
export async function makePeopleToChange(context: WorkspaceContext, accounts: AccountTools) {
  const stranger = makeAnonymous(context.database, { accounts });
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
    savedReport: await createSavedReport(owner.signedIn, { name: 'Saved', question: {} }),
    invitation: await invite(context, { email: `${context.workspaceId}@example.com`, role: 'viewer' }),
  };
}

export type Request = {
  path: string;
  body?: unknown;
  /** Of the owner where nothing is said; null is nobody's. */
  session?: string | null;
  /** Which agent sent the browser. */
  agentRequest?: string;
};

type Made = { people: Awaited<ReturnType<typeof makePeopleToChange>> };

const newPassword = 'seven green bicycles at dawn';

function proveCareful({ people: { careful } }: Made) {
  const { session, password, recoveryCodes } = careful;
  return { session, body: { password, code: recoveryCodes[0] } };
}

/** What people do with themselves and each other. */
export const ofPeople: Record<string, (made: Made) => Request> = {
  signIn: ({ people: { owner } }) => ({
    path: '/session',
    session: null,
    body: { email: owner.email, password: owner.password },
  }),
  signOut: () => ({ path: '/session' }),
  endSession: ({ people }) => ({ path: `/sessions/${people.otherSessionId}` }),
  endOtherSessions: () => ({ path: '/sessions' }),
  changePassword: ({ people: { owner } }) => ({
    path: '/password',
    body: { currentPassword: owner.password, newPassword },
  }),
  requestPasswordReset: ({ people: { owner } }) => ({
    path: '/password-reset',
    session: null,
    body: { email: owner.email },
  }),
  resetPassword: ({ people }) => ({
    path: '/password-reset/confirm',
    session: null,
    body: { token: people.resetToken, password: newPassword },
  }),
  beginSecondFactor: ({ people: { owner } }) => ({
    path: '/second-factor',
    body: { password: owner.password },
  }),
  confirmSecondFactor: ({ people: { beginner } }) => ({
    path: '/second-factor/confirm',
    session: beginner.session,
    body: { code: showCode(beginner.secret, new Date()) },
  }),
  disableSecondFactor: (fixture) => ({ path: '/second-factor', ...proveCareful(fixture) }),
  renewRecoveryCodes: (fixture) => ({ path: '/second-factor/recovery-codes', ...proveCareful(fixture) }),
  changeRole: ({ people }) => ({ path: `/people/${people.beginner.id}`, body: { role: 'viewer' } }),
  removeMember: ({ people }) => ({ path: `/people/${people.beginner.id}` }),
  sendInvitation: () => ({ path: '/invitations', body: { email: 'new@example.com', role: 'viewer' } }),
  renewInvitation: ({ people }) => ({ path: `/invitations/${people.invitation.id}/renew` }),
  revokeInvitation: ({ people }) => ({ path: `/invitations/${people.invitation.id}` }),
  acceptInvitation: ({ people }) => ({
    path: '/invitations/accept',
    session: null,
    body: { token: people.invitation.token, password: newPassword },
  }),
  createSavedReport: () => ({ path: '/saved-reports', body: { name: 'New', question: {} } }),
  updateSavedReport: ({ people: { savedReport } }) => ({
    path: `/saved-reports/${savedReport.id}`,
    body: { name: 'Renamed' },
  }),
  deleteSavedReport: ({ people: { savedReport } }) => ({ path: `/saved-reports/${savedReport.id}` }),
};
