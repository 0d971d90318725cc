import { signInInput, signInResult } from '@waypost/contract/people.ts';
import { signIn } from '../../../services/sessions/sign-in.ts';
import type { PanelOperation } from '../operation.ts';
import { noWorkspace, tooBusy, tooManyAttempts, wrongCode, wrongCredentials } from '../people-errors.ts';
import { presentOutcome } from './present-outcome.ts';

export const signInOperation: PanelOperation = {
  operationId: 'signIn',
  method: 'POST',
  path: '/session',
  access: 'anyone',
  summary: 'Signs a person in with their password, and a code where they have a second factor',
  description:
    'The session comes as a cookie. Attempts are limited by account and by address; answers and limits are the same for people who do not exist.',
  body: signInInput,
  data: signInResult,
  errors: {
    UNAUTHORIZED: { wrongCredentials, wrongCode },
    FORBIDDEN: { noWorkspace },
    RATE_LIMITED: { tooManyAttempts },
    SERVICE_UNAVAILABLE: { tooBusy },
  },
  example: {
    body: { email: 'anna@example.com', password: 'correct horse battery staple' },
    data: { signedIn: true, secondFactor: null },
    issue: { path: 'email', message: 'must be an e-mail address' },
  },
  run: async (context, { body }) => presentOutcome(await signIn(context, body)),
};
