import { findTotpStep } from '../../domain/totp.ts';
import type { Executor } from '../../store/database.ts';
import { takeRecoveryCode } from '../../store/recovery-codes.ts';
import { takeTotpStep, type Account } from '../../store/users.ts';
import type { ServiceContext } from '../context.ts';
import { hashRecoveryCode } from './recovery-code.ts';
import { hmacSha1 } from './totp-hmac.ts';

const digitsOnly = /^\d{3}\s?\d{3}$/;

/** Whether a code of the application, or a recovery code, is right. Each is so once: this uses it up. */
export async function useSecondFactor(
  executor: Executor,
  context: Pick<ServiceContext, 'now' | 'accounts'>,
  account: Account,
  code: string,
): Promise<boolean> {
  if (!digitsOnly.test(code))
    return await takeRecoveryCode(executor, account.id, hashRecoveryCode(code), context.now());
  const secret =
    account.totpSecret === null
      ? undefined
      : context.accounts?.secretBox?.open(account.totpSecret, account.id);
  if (secret === undefined) return false;
  const step = findTotpStep(hmacSha1, secret, code.replaceAll(/\s/g, ''), context.now());
  return step !== undefined && (await takeTotpStep(executor, account.id, step));
}
