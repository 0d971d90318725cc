import { recoveryCodes, secondFactorConfirmation } from '@waypost/contract/people.ts';
import { confirmSecondFactor } from '../../../services/second-factor/confirm-second-factor.ts';
import type { PanelOperation } from '../operation.ts';
import { nothingBegun, secondFactorOn, tooManyAttempts } from '../people-errors.ts';
import { recoveryCodesExample } from '../people-examples.ts';

export const confirmSecondFactorOperation: PanelOperation = {
  operationId: 'confirmSecondFactor',
  method: 'POST',
  path: '/second-factor/confirm',
  access: 'signed-in',
  summary: 'Switches the second factor on with a first code, and shows ten recovery codes, once',
  body: secondFactorConfirmation,
  data: recoveryCodes,
  errors: { CONFLICT: { secondFactorOn, nothingBegun }, RATE_LIMITED: { tooManyAttempts } },
  example: {
    body: { code: '287082' },
    data: recoveryCodesExample,
    issue: {
      path: 'code',
      message: 'is not what the application shows now: look at its clock, or begin again',
    },
  },
  run: async (context, { body }) => ({ data: await confirmSecondFactor(context, body) }),
};
