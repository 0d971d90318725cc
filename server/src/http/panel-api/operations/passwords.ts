import { passwordChange, passwordReset, passwordResetRequest } from '@waypost/contract/accounts/people.ts';
import { z } from 'zod';
import { changePassword } from '../../../services/accounts/change-password.ts';
import { requestPasswordReset, resetPassword } from '../../../services/accounts/reset-password.ts';
import { deadResetLink, tooBusy, tooManyAttempts, wrongPassword } from '../examples/people-errors.ts';
import { linkTokenExample } from '../examples/people.ts';
import type { PanelOperation } from '../operation.ts';

export const passwordOperations: PanelOperation[] = [
  {
    operationId: 'changePassword',
    method: 'POST',
    path: '/password',
    access: 'signed-in',
    beforePasswordChange: true,
    summary: 'Change your password and end all your other sessions',
    body: passwordChange,
    data: z.null(),
    errors: {
      FORBIDDEN: { wrongPassword },
      RATE_LIMITED: { tooManyAttempts },
      SERVICE_UNAVAILABLE: { tooBusy },
    },
    example: {
      body: { currentPassword: 'copper lantern walrus mitten', newPassword: 'seven green bicycles at dawn' },
      data: null,
      issue: { path: 'newPassword', message: 'must have at least 12 characters' },
    },
    run: async (context, { body }) => ({ data: null, session: await changePassword(context, body) }),
  },
  {
    operationId: 'requestPasswordReset',
    method: 'POST',
    path: '/password-reset',
    access: 'anyone',
    summary: 'Email a password reset link if the account exists',
    description:
      'The response and its timing are the same whether or not the account exists. The link is valid for one hour.',
    body: passwordResetRequest,
    data: z.null(),
    errors: { RATE_LIMITED: { tooManyAttempts } },
    example: {
      body: { email: 'anna@example.com' },
      data: null,
      issue: { path: 'email', message: 'must be an email address' },
    },
    run: async (context, { body }) => {
      await requestPasswordReset(context, body);
      return { data: null };
    },
  },
  {
    operationId: 'resetPassword',
    method: 'POST',
    path: '/password-reset/confirm',
    access: 'anyone',
    summary: 'Set a new password with a reset link and end all of the person’s sessions',
    description:
      'Does not sign the person in, and leaves two-factor authentication unchanged. Resets the count of failed sign-in attempts and remembers the browser, which then has its own limit for sign-in attempts.',
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
      return { data: null, browser: await resetPassword(context, body) };
    },
  },
];
