import { passwordChange } from '@waypost/contract/people.ts';
import { z } from 'zod';
import { changePassword } from '../../../services/passwords/change-password.ts';
import type { PanelOperation } from '../operation.ts';
import { tooBusy, tooManyAttempts, wrongPassword } from '../people-errors.ts';

export const changePasswordOperation: PanelOperation = {
  operationId: 'changePassword',
  method: 'POST',
  path: '/password',
  access: 'signed-in',
  summary: 'Changes your password and ends all of your other sessions',
  body: passwordChange,
  data: z.null(),
  errors: {
    FORBIDDEN: { wrongPassword },
    RATE_LIMITED: { tooManyAttempts },
    SERVICE_UNAVAILABLE: { tooBusy },
  },
  example: {
    body: { currentPassword: 'correct horse battery staple', newPassword: 'seven green bicycles at dawn' },
    data: null,
    issue: { path: 'newPassword', message: 'must have at least 12 characters' },
  },
  run: async (context, { body }) => ({ data: null, session: await changePassword(context, body) }),
};
