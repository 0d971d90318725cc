import { pageOf } from '@waypost/contract/api/paging.ts';
import {
  endedSessions,
  ownAccount,
  sessionListQuery,
  sessionPage,
  signInInput,
  signInResult,
  type SignInResult,
} from '@waypost/contract/accounts/people.ts';
import { z } from 'zod';
import { getMe } from '../../../services/accounts/get-me.ts';
import { endOtherSessions, endSession, listSessions, signOut } from '../../../services/accounts/sessions.ts';
import { signIn, type SignInOutcome } from '../../../services/accounts/sign-in.ts';
import { strayParameter } from '../../api-v1/examples/errors.ts';
import {
  noSuchSession,
  noWorkspace,
  tooBusy,
  tooManyAttempts,
  wrongCode,
  wrongCredentials,
} from '../examples/people-errors.ts';
import { ownAccountExample, ownSessionExample, peopleIds } from '../examples/people.ts';
import { inputId, type PanelOperation, type SessionResult } from '../operation.ts';

export const sessionOperations: PanelOperation[] = [
  {
    operationId: 'signIn',
    method: 'POST',
    path: '/session',
    access: 'anyone',
    summary: 'Sign in with a password and, with two-factor authentication, a code',
    description:
      'Sets the session cookie and a second cookie that identifies the browser from then on. Sign-in attempts from unknown browsers are limited per account and network; attempts from a known browser have a separate limit. Responses and limits are the same for accounts that do not exist.',
    body: signInInput,
    data: signInResult,
    errors: {
      UNAUTHORIZED: { wrongCredentials, wrongCode },
      FORBIDDEN: { noWorkspace },
      RATE_LIMITED: { tooManyAttempts },
      SERVICE_UNAVAILABLE: { tooBusy },
    },
    example: {
      body: { email: 'anna@example.com', password: 'copper lantern walrus mitten' },
      data: { signedIn: true, secondFactor: null, mustChangePassword: false },
      issue: { path: 'email', message: 'must be an email address' },
    },
    run: async (context, { body }) => presentOutcome(await signIn(context, body)),
  },
  {
    operationId: 'signOut',
    method: 'DELETE',
    path: '/session',
    access: 'signed-in',
    beforePasswordChange: true,
    summary: 'End the session and remove the cookie',
    data: z.null(),
    example: { data: null, issue: strayParameter },
    run: async (context) => {
      await signOut(context);
      return { data: null, session: 'end' };
    },
  },
  {
    operationId: 'getMe',
    method: 'GET',
    path: '/me',
    access: 'signed-in',
    beforePasswordChange: true,
    summary: 'Get the signed-in person with their workspaces and permissions',
    data: ownAccount,
    example: { data: ownAccountExample, issue: strayParameter },
    run: async (context) => ({ data: await getMe(context) }),
  },
  {
    operationId: 'listSessions',
    method: 'GET',
    path: '/sessions',
    access: 'signed-in',
    summary: 'List your sessions',
    query: sessionListQuery,
    data: sessionPage,
    example: { data: pageOf(ownSessionExample), issue: strayParameter },
    run: async (context, { query }) => ({ data: await listSessions(context, query) }),
  },
  {
    operationId: 'endSession',
    method: 'DELETE',
    path: '/sessions/{id}',
    access: 'signed-in',
    summary: 'End one of your sessions, effective with its next request',
    data: z.null(),
    errors: { NOT_FOUND: { noSuchSession } },
    example: { params: { id: peopleIds.session }, data: null, issue: strayParameter },
    run: async (context, input) => {
      const id = inputId(input).toLowerCase();
      await endSession(context, id);
      return { data: null, ...(id === context.sessionId ? ({ session: 'end' } as const) : {}) };
    },
  },
  {
    operationId: 'endOtherSessions',
    method: 'DELETE',
    path: '/sessions',
    access: 'signed-in',
    summary: 'End all your other sessions',
    data: endedSessions,
    example: { data: { ended: 2 }, issue: strayParameter },
    run: async (context) => ({ data: await endOtherSessions(context) }),
  },
];

/** Returns the result of a sign-in without the session token, which is sent only in the cookie. */
export function presentOutcome(outcome: SignInOutcome): SessionResult & { data: SignInResult } {
  if ('secondFactor' in outcome)
    return { data: { signedIn: false, secondFactor: outcome.secondFactor, mustChangePassword: false } };
  const { session, mustChangePassword = false } = outcome;
  return { data: { signedIn: true, secondFactor: null, mustChangePassword }, session };
}
