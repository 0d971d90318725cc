import { WaypostError } from '../../platform/errors.ts';
import { hashPassword, isOutdated, createDummyHash, verifyPassword } from '../../platform/password-hash.ts';
import { findUserByEmail, lockUser, saveRehashedPassword, type Account } from '../../store/accounts/users.ts';
import type { Executor } from '../../store/database/database.ts';
import type { ServiceContext } from '../context.ts';
import type { SignedInContext } from './account-context.ts';
import type { WithAccounts } from '../tools.ts';
import { signedInRequester, type Requester } from './known-browsers.ts';
import { clearAttempts, releaseAttempt, takeAttempt, type Attempt, type Limits } from './limit-attempts.ts';
import { recordAccess, recordRecoveryCodeUse, recordFailedAttempt } from './record-access.ts';
import { useSecondFactor } from './second-factor-codes.ts';

type Proof = {
  requester: Requester;
  email: string;
  password: string;
  code?: string | undefined;
  secondFactor: 'required' | 'not-required';
  /** Returns the error for a failed proof. All failures get the same error, which does not reveal what was wrong. */
  refuse: () => WaypostError;
  /**
   * Does expensive work after the password has been verified but before the transaction starts, so that no locks are
   * held.
   */
  prepare?: () => Promise<void>;
};

/** Result that is not an error: the password is correct, but a two-factor code is also required. */
export const secondFactorNeeded = Symbol('second factor needed');

/**
 * Runs the work if the password and, if required, the two-factor code are correct. The check and the work share a
 * transaction, so that the credentials cannot change in between. A request for an unknown account takes as long as one
 * with a wrong password, and is counted and answered in the same way.
 */
export async function proveIdentity<Result>(
  context: ServiceContext & { address: string } & WithAccounts,
  proof: Proof,
  work: (executor: Executor, account: Account) => Promise<Result>,
): Promise<Result | typeof secondFactorNeeded> {
  const attempt = await takeRecordedAttempt(context, proof.requester.limits);
  const release = async () => {
    await context.database.asSystem((executor) => releaseAttempt(executor, attempt));
  };
  const compared = await comparePassword(context, proof).catch(async (error: unknown) => {
    // The server was too busy to compare the password, which must not count as a failed attempt.
    if (isTooBusy(error)) await release();
    throw error;
  });
  const { account } = compared;
  if (!compared.isRight || account === undefined) {
    recordFailedAttempt(context, { account, outcome: 'wrong-password', isLast: attempt.isLast });
    throw proof.refuse();
  }
  const { rehashed, codeAttempt } = await prepare(context, proof, account).catch(async (error: unknown) => {
    // The password was correct, so the attempt does not count as failed.
    await release();
    throw error;
  });
  return await context.database.asSystem(async (executor) => {
    const locked = await lockUser(executor, account.id);
    // The password may have been changed after it was compared.
    if (locked === undefined || locked.passwordHash !== account.passwordHash) throw proof.refuse();
    if (proof.secondFactor === 'required' && locked.totpEnabledAt !== null) {
      if (proof.code === undefined) {
        await releaseAttempt(executor, attempt);
        recordAccess(context, { outcome: 'second-factor-needed', person: locked });
        return secondFactorNeeded;
      }
      const used = await useSecondFactor(executor, context, locked, proof.code);
      if (used === undefined) {
        const isLast = attempt.isLast || codeAttempt?.isLast === true;
        recordFailedAttempt(context, { account: locked, outcome: 'wrong-code', isLast });
        throw wrongCode(proof);
      }
      if (used === 'recovery-code') await recordRecoveryCodeUse(executor, context, locked);
      if (codeAttempt !== undefined) await releaseAttempt(executor, codeAttempt);
    }
    // A password without a code must not clear failed code attempts.
    const isComplete = proof.secondFactor === 'required' || locked.totpEnabledAt === null;
    await (isComplete ? clearAttempts(executor, attempt) : releaseAttempt(executor, attempt));
    if (rehashed !== undefined) await saveRehashedPassword(executor, locked.id, rehashed);
    return await work(executor, { ...locked, passwordHash: rehashed ?? locked.passwordHash });
  });
}

async function comparePassword(
  context: ServiceContext,
  proof: Proof,
): Promise<{ account: Account | undefined; isRight: boolean }> {
  const { email, password, requester } = proof;
  const account = await context.database.asSystem((executor) => findUserByEmail(executor, email));
  const isRight = await verifyPassword(password, account?.passwordHash ?? createDummyHash(), requester.lane);
  return { account, isRight };
}

async function prepare(
  context: ServiceContext & { address: string } & WithAccounts,
  proof: Proof,
  account: Account,
): Promise<{ rehashed: string | undefined; codeAttempt: Attempt | undefined }> {
  await proof.prepare?.();
  const rehashed = isOutdated(account.passwordHash)
    ? await hashPassword(proof.password, proof.requester.lane)
    : undefined;
  return { rehashed, codeAttempt: await takeCodeAttempt(context, proof, account) };
}

/** Records an attempt to enter a code. Codes have a separate limit, which all unknown browsers of the account share. */
async function takeCodeAttempt(
  context: ServiceContext & { address: string } & WithAccounts,
  { requester, code, secondFactor }: Proof,
  account: Account,
): Promise<Attempt | undefined> {
  const isGuess = secondFactor === 'required' && code !== undefined && account.totpEnabledAt !== null;
  return isGuess && requester.codeLimits !== undefined
    ? await takeRecordedAttempt(context, requester.codeLimits)
    : undefined;
}

function isTooBusy(error: unknown): boolean {
  return error instanceof WaypostError && error.code === 'SERVICE_UNAVAILABLE';
}

async function takeRecordedAttempt(
  context: ServiceContext & { address: string } & WithAccounts,
  limits: Limits,
): Promise<Attempt> {
  try {
    return await takeAttempt(context, limits);
  } catch (error) {
    if (error instanceof WaypostError && error.code === 'RATE_LIMITED')
      recordAccess(context, { outcome: 'limited' });
    throw error;
  }
}

/** Returns the error for a wrong code. Only callers who know the password can get this error. */
function wrongCode({ refuse }: Proof): WaypostError {
  return new WaypostError(refuse().code, 'The code is wrong or has already been used', {
    details: { reason: 'wrong-code' },
  });
}

/** Requires the password again for sensitive changes, so that nobody can make them in an unattended browser. */
export async function provePresence<Result>(
  context: SignedInContext,
  given: {
    password: string;
    code?: string | undefined;
    prepare?: () => Promise<void>;
    secondFactor?: 'required';
  },
  work: (executor: Executor, account: Account) => Promise<Result>,
): Promise<Result> {
  const result = await proveIdentity(
    context,
    {
      requester: signedInRequester(context),
      email: context.actor.label,
      ...given,
      secondFactor: given.secondFactor ?? (given.code === undefined ? 'not-required' : 'required'),
      // The error is not UNAUTHORIZED, because the session itself is valid.
      refuse: () =>
        new WaypostError('FORBIDDEN', 'Wrong password', { details: { reason: 'wrong-password' } }),
    },
    work,
  );
  if (result === secondFactorNeeded)
    throw new WaypostError('FORBIDDEN', 'Enter a two-factor code together with your password', {
      details: { reason: 'second-factor-needed' },
    });
  return result;
}
