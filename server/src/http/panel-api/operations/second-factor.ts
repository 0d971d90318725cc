import {
  recoveryCodes,
  secondFactorConfirmation,
  secondFactorOffer,
  secondFactorProof,
  secondFactorStart,
} from '@waypost/contract/accounts/people.ts';
import { z } from 'zod';
import {
  beginSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  renewRecoveryCodes,
} from '../../../services/accounts/second-factor.ts';
import {
  nothingBegun,
  secondFactorOff,
  secondFactorOn,
  tooBusy,
  tooManyAttempts,
  wrongCode,
  wrongPassword,
} from '../examples/people-errors.ts';
import { recoveryCodesExample } from '../examples/people.ts';
import type { PanelOperation } from '../operation.ts';

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

export const secondFactorOperations: PanelOperation[] = [
  {
    operationId: 'beginSecondFactor',
    method: 'POST',
    path: '/second-factor',
    access: 'signed-in',
    summary: 'Create a secret for an authenticator app. Returns the secret once',
    description:
      'Two-factor authentication is turned on when the first code is confirmed. Until then, you can request a new secret.',
    body: secondFactorStart,
    data: secondFactorOffer,
    errors: {
      FORBIDDEN: { wrongPassword },
      CONFLICT: { secondFactorOn },
      RATE_LIMITED: { tooManyAttempts },
      SERVICE_UNAVAILABLE: { tooBusy },
    },
    example: {
      body: { password: 'copper lantern walrus mitten' },
      data: {
        secret,
        uri: `otpauth://totp/Waypost:anna%40example.com?secret=${secret}&issuer=Waypost&algorithm=SHA1&digits=6&period=30`,
      },
      issue: { path: 'password', message: 'must not be empty' },
    },
    run: async (context, { body }) => ({ data: await beginSecondFactor(context, body) }),
  },
  {
    operationId: 'confirmSecondFactor',
    method: 'POST',
    path: '/second-factor/confirm',
    access: 'signed-in',
    summary: 'Turn on two-factor authentication with a first code. Returns ten recovery codes once',
    description: 'Ends all your other sessions.',
    body: secondFactorConfirmation,
    data: recoveryCodes,
    errors: { CONFLICT: { secondFactorOn, nothingBegun }, RATE_LIMITED: { tooManyAttempts } },
    example: {
      body: { code: '287082' },
      data: recoveryCodesExample,
      issue: {
        path: 'code',
        message: 'does not match; check your phone’s clock, or start again',
      },
    },
    run: async (context, { body }) => {
      const { session, ...data } = await confirmSecondFactor(context, body);
      return { data, session };
    },
  },
  {
    operationId: 'disableSecondFactor',
    method: 'DELETE',
    path: '/second-factor',
    access: 'signed-in',
    summary: 'Turn off two-factor authentication with your password and a code',
    description: 'Ends all your other sessions.',
    body: secondFactorProof,
    data: z.null(),
    errors: {
      FORBIDDEN: { wrongPassword, wrongCode },
      CONFLICT: { secondFactorOff },
      RATE_LIMITED: { tooManyAttempts },
      SERVICE_UNAVAILABLE: { tooBusy },
    },
    example: {
      body: { password: 'copper lantern walrus mitten', code: '287082' },
      data: null,
      issue: { path: 'code', message: 'must be a 6-digit code or a recovery code' },
    },
    run: async (context, { body }) => ({ data: null, session: await disableSecondFactor(context, body) }),
  },
  {
    operationId: 'renewRecoveryCodes',
    method: 'POST',
    path: '/second-factor/recovery-codes',
    access: 'signed-in',
    summary: 'Replace the remaining recovery codes with ten new ones. Returns the new codes once',
    body: secondFactorProof,
    data: recoveryCodes,
    errors: {
      FORBIDDEN: { wrongPassword, wrongCode },
      CONFLICT: { secondFactorOff },
      RATE_LIMITED: { tooManyAttempts },
      SERVICE_UNAVAILABLE: { tooBusy },
    },
    example: {
      body: { password: 'copper lantern walrus mitten', code: '287082' },
      data: recoveryCodesExample,
      issue: { path: 'code', message: 'must be a 6-digit code or a recovery code' },
    },
    run: async (context, { body }) => ({ data: await renewRecoveryCodes(context, body) }),
  },
];
