import { recoveryCodes, secondFactorProof } from '@waypost/contract/people.ts';
import { renewRecoveryCodes } from '../../../services/second-factor/renew-recovery-codes.ts';
import type { PanelOperation } from '../operation.ts';
import { secondFactorOff, tooBusy, tooManyAttempts, wrongCode, wrongPassword } from '../people-errors.ts';
import { recoveryCodesExample } from '../people-examples.ts';

export const renewRecoveryCodesOperation: PanelOperation = {
  operationId: 'renewRecoveryCodes',
  method: 'POST',
  path: '/second-factor/recovery-codes',
  access: 'signed-in',
  summary: 'Makes ten new recovery codes in place of those that are left; shown only now',
  body: secondFactorProof,
  data: recoveryCodes,
  errors: {
    FORBIDDEN: { wrongPassword, wrongCode },
    CONFLICT: { secondFactorOff },
    RATE_LIMITED: { tooManyAttempts },
    SERVICE_UNAVAILABLE: { tooBusy },
  },
  example: {
    body: { password: 'correct horse battery staple', code: '287082' },
    data: recoveryCodesExample,
    issue: { path: 'code', message: 'must be a code of 6 digits or a recovery code' },
  },
  run: async (context, { body }) => ({ data: await renewRecoveryCodes(context, body) }),
};
