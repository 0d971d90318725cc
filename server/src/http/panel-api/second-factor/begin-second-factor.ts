import { secondFactorOffer, secondFactorStart } from '@waypost/contract/people.ts';
import { beginSecondFactor } from '../../../services/second-factor/begin-second-factor.ts';
import type { PanelOperation } from '../operation.ts';
import { secondFactorOn, tooBusy, tooManyAttempts, wrongPassword } from '../people-errors.ts';

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

export const beginSecondFactorOperation: PanelOperation = {
  operationId: 'beginSecondFactor',
  method: 'POST',
  path: '/second-factor',
  access: 'signed-in',
  summary: 'Makes a secret for an application that shows codes; shown only now',
  description: 'It counts once a first code has come back. Until then another one may be asked for.',
  body: secondFactorStart,
  data: secondFactorOffer,
  errors: {
    FORBIDDEN: { wrongPassword },
    CONFLICT: { secondFactorOn },
    RATE_LIMITED: { tooManyAttempts },
    SERVICE_UNAVAILABLE: { tooBusy },
  },
  example: {
    body: { password: 'correct horse battery staple' },
    data: {
      secret,
      uri: `otpauth://totp/Waypost:anna%40example.com?secret=${secret}&issuer=Waypost&algorithm=SHA1&digits=6&period=30`,
    },
    issue: { path: 'password', message: 'must not be empty' },
  },
  run: async (context, { body }) => ({ data: await beginSecondFactor(context, body) }),
};
