import { passwordReset } from '@waypost/contract/people.ts';
import { z } from 'zod';
import { resetPassword } from '../../../services/passwords/reset-password.ts';
import type { PanelOperation } from '../operation.ts';
import { deadResetLink, tooBusy, tooManyAttempts } from '../people-errors.ts';
import { linkTokenExample } from '../people-examples.ts';

export const resetPasswordOperation: PanelOperation = {
  operationId: 'resetPassword',
  method: 'POST',
  path: '/password-reset/confirm',
  access: 'anyone',
  summary: 'Sets the password of whom the link was made for and ends all their sessions',
  description: 'Nobody is signed in by it. A second factor stays as it is.',
  body: passwordReset,
  data: z.null(),
  errors: {
    NOT_FOUND: { deadResetLink },
    RATE_LIMITED: { tooManyAttempts },
    SERVICE_UNAVAILABLE: { tooBusy },
  },
  example: {
    body: { token: linkTokenExample, password: 'seven green bicycles at dawn' },
    data: null,
    issue: { path: 'password', message: 'must have at least 12 characters' },
  },
  run: async (context, { body }) => {
    await resetPassword(context, body);
    return { data: null };
  },
};
