import { createHash, createHmac, randomBytes } from 'node:crypto';
import { encodeBase32, findTotpStep, type Hmac } from '../../domain/totp.ts';
import { consumeRecoveryCode } from '../../store/accounts/recovery-codes.ts';
import { consumeTotpStep, type Account } from '../../store/accounts/users.ts';
import type { Executor } from '../../store/database/database.ts';
import type { ServiceContext } from '../context.ts';
import type { WithAccounts } from '../tools.ts';

const codeCount = 10;

const codeBytes = 10;

export function issueRecoveryCodes(): { codes: string[]; hashes: Buffer[] } {
  const codes = Array.from({ length: codeCount }, () =>
    (encodeBase32(randomBytes(codeBytes)).toLowerCase().match(/.{4}/g) ?? []).join('-'),
  );
  return { codes, hashes: codes.map(hashRecoveryCode) };
}

function hashRecoveryCode(code: string): Buffer {
  return createHash('sha256').update(code.replaceAll(/[\s-]/g, '').toLowerCase()).digest();
}

export const hmacSha1: Hmac = (key, message) => createHmac('sha1', key).update(message).digest();

const digitsOnly = /^\d{3}\s?\d{3}$/;

/** Uses up a code, because each code works only once. Returns undefined for a wrong code. */
export async function useSecondFactor(
  executor: Executor,
  context: Pick<ServiceContext, 'now'> & WithAccounts,
  account: Account,
  code: string,
): Promise<'code' | 'recovery-code' | undefined> {
  if (!digitsOnly.test(code)) {
    const isTaken = await consumeRecoveryCode(executor, account.id, hashRecoveryCode(code), context.now());
    return isTaken ? 'recovery-code' : undefined;
  }
  const secret =
    account.totpSecret === null
      ? undefined
      : context.accounts.secretBox?.open(account.totpSecret, account.id);
  if (secret === undefined) return undefined;
  const step = findTotpStep(hmacSha1, secret, code.replaceAll(/\s/g, ''), context.now());
  return step !== undefined && (await consumeTotpStep(executor, account.id, step)) ? 'code' : undefined;
}
