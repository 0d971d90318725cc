import { makeResetLink } from '../../src/services/accounts/reset-password.ts';
import { beginSecondFactor, confirmSecondFactor } from '../../src/services/accounts/second-factor.ts';
import { invite } from '../../src/services/accounts/send-invitation.ts';
import type { AccountTools } from '../../src/services/tools.ts';
import type { WorkspaceContext } from '../../src/services/context.ts';
import { createCustomMetric } from '../../src/services/custom-metrics/custom-metrics.ts';
import { createSavedReport } from '../../src/services/saved-reports/saved-reports.ts';
import { makeReportLink } from '../../src/testing/workspaces/report-links.ts';
import { makeReportSchedule } from '../../src/testing/workspaces/report-schedules.ts';
import { signInAs, makePerson, makeAnonymous, computeTotpCode } from '../../src/testing/workspaces/people.ts';

/**
 * Creates an owner, a member with two-factor authentication, and a member who has started to enable two-factor
 * authentication.
 */
export async function makePeopleToChange(context: WorkspaceContext, accounts: AccountTools) {
  const anonymous = makeAnonymous(context.database, { accounts });
  const signIn = async (role: 'owner' | 'member') => {
    const person = await makePerson(context, role);
    const signedIn = await signInAs(anonymous, person);
    const begin = () => beginSecondFactor(signedIn, { password: person.password });
    return { ...person, signedIn, session: signedIn.token, begin };
  };
  const [owner, careful, beginner] = [await signIn('owner'), await signIn('member'), await signIn('member')];
  const code = computeTotpCode((await careful.begin()).secret, new Date());
  const { recoveryCodes, session } = await confirmSecondFactor(careful.signedIn, { code });
  const other = await signInAs(anonymous, owner);
  const { link } = await makeResetLink(context, { email: owner.email, panelUrl: 'https://x.example' });
  const savedReport = await createSavedReport(owner.signedIn, { name: 'Saved', question: {} });
  return {
    owner,
    careful: { ...careful, recoveryCodes, session: session.token },
    beginner: { ...beginner, secret: (await beginner.begin()).secret },
    otherSessionId: other.sessionId,
    resetToken: link.split('#token=')[1] ?? '',
    savedReport,
    reportSchedule: (
      await makeReportSchedule(context, { savedReportId: savedReport.id, creatorId: owner.id })
    ).id,
    reportLink: await makeReportLink(context, { savedReportId: savedReport.id, creatorId: owner.id }),
    customMetric: await createCustomMetric(owner.signedIn, {
      name: 'EPC plus',
      formula: 'revenue / visits',
      format: 'amount',
      decimals: 2,
    }),
    invitation: await invite(context, { email: `${context.workspaceId}@example.com`, role: 'viewer' }),
  };
}

export type Request = {
  path: string;
  body?: unknown;
  /** Defaults to the owner's session; null sends no session. */
  session?: string | null;
  /** The authorization request that an AI agent opened in the browser. */
  agentRequest?: string;
};

type PeopleFixture = { people: Awaited<ReturnType<typeof makePeopleToChange>> };

const newPassword = 'seven green bicycles at dawn';

function secondFactorProof({ people: { careful } }: PeopleFixture) {
  const { session, password, recoveryCodes } = careful;
  return { session, body: { password, code: recoveryCodes[0] } };
}

export const peopleMutations: Record<string, (fixture: PeopleFixture) => Request> = {
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
    body: { code: computeTotpCode(beginner.secret, new Date()) },
  }),
  disableSecondFactor: (fixture) => ({ path: '/second-factor', ...secondFactorProof(fixture) }),
  renewRecoveryCodes: (fixture) => ({ path: '/second-factor/recovery-codes', ...secondFactorProof(fixture) }),
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
  createReportLink: ({ people: { savedReport } }) => ({
    path: '/report-links',
    body: { savedReportId: savedReport.id, lifetimeDays: 7 },
  }),
  revokeReportLink: ({ people: { reportLink } }) => ({ path: `/report-links/${reportLink}` }),
  createReportSchedule: ({ people: { savedReport, owner } }) => ({
    path: '/report-schedules',
    body: {
      savedReportId: savedReport.id,
      frequency: 'daily',
      hour: 8,
      channel: 'mail',
      memberIds: [owner.id],
    },
  }),
  updateReportSchedule: ({ people: { reportSchedule } }) => ({
    path: `/report-schedules/${reportSchedule}`,
    body: { hour: 9 },
  }),
  sendReportNow: ({ people: { reportSchedule } }) => ({ path: `/report-schedules/${reportSchedule}/send` }),
  deleteReportSchedule: ({ people: { reportSchedule } }) => ({ path: `/report-schedules/${reportSchedule}` }),
  createCustomMetric: () => ({
    path: '/custom-metrics',
    body: { name: 'Margin', formula: 'profit / revenue', format: 'percentage', decimals: 1 },
  }),
  updateCustomMetric: ({ people: { customMetric } }) => ({
    path: `/custom-metrics/${customMetric.id}`,
    body: { formula: 'revenue / lpclicks' },
  }),
  deleteCustomMetric: ({ people: { customMetric } }) => ({ path: `/custom-metrics/${customMetric.id}` }),
  deleteSavedReport: ({ people: { savedReport } }) => ({ path: `/saved-reports/${savedReport.id}` }),
};
