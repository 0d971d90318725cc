import {
  recoveryCodes,
  secondFactorConfirmation,
  secondFactorOffer,
  secondFactorProof,
  secondFactorStart,
} from '@waypost/contract/people.ts';
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
    summary: 'Switches the second factor on with a first code, and shows ten recovery codes, once',
    description: 'Ends all of your other sessions.',
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
    summary: 'Switches the second factor off, with the password and a code',
    description: 'Ends all of your other sessions.',
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
      body: { password: 'copper lantern walrus mitten', code: '287082' },
      data: recoveryCodesExample,
      issue: { path: 'code', message: 'must be a 6-digit code or a recovery code' },
    },
    run: async (context, { body }) => ({ data: await renewRecoveryCodes(context, body) }),
  },
];
