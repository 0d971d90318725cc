import { secondFactorProof } from '@waypost/contract/people.ts';
import { z } from 'zod';
import { disableSecondFactor } from '../../../services/second-factor/disable-second-factor.ts';
import type { PanelOperation } from '../operation.ts';
import { secondFactorOff, tooBusy, tooManyAttempts, wrongCode, wrongPassword } from '../people-errors.ts';

export const disableSecondFactorOperation: PanelOperation = {
  operationId: 'disableSecondFactor',
  method: 'DELETE',
  path: '/second-factor',
  access: 'signed-in',
  summary: 'Switches the second factor off, with the password and a code',
  body: secondFactorProof,
  data: z.null(),
  errors: {
    FORBIDDEN: { wrongPassword, wrongCode },
    CONFLICT: { secondFactorOff },
    RATE_LIMITED: { tooManyAttempts },
    SERVICE_UNAVAILABLE: { tooBusy },
  },
  example: {
    body: { password: 'correct horse battery staple', code: '287082' },
    data: null,
    issue: { path: 'code', message: 'must be a code of 6 digits or a recovery code' },
  },
  run: async (context, { body }) => {
    await disableSecondFactor(context, body);
    return { data: null };
  },
};
