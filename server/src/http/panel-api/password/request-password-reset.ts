import { passwordResetRequest } from '@waypost/contract/people.ts';
import { z } from 'zod';
import { requestPasswordReset } from '../../../services/passwords/request-password-reset.ts';
import type { PanelOperation } from '../operation.ts';
import { tooManyAttempts } from '../people-errors.ts';

export const requestPasswordResetOperation: PanelOperation = {
  operationId: 'requestPasswordReset',
  method: 'POST',
  path: '/password-reset',
  access: 'anyone',
  summary: 'Mails a link that sets a new password, where there is such a person',
  description:
    'The answer is the same for everybody, and so is the time it takes. The link holds for an hour.',
  body: passwordResetRequest,
  data: z.null(),
  errors: { RATE_LIMITED: { tooManyAttempts } },
  example: {
    body: { email: 'anna@example.com' },
    data: null,
    issue: { path: 'email', message: 'must be an e-mail address' },
  },
  run: async (context, { body }) => {
    await requestPasswordReset(context, body);
    return { data: null };
  },
};
