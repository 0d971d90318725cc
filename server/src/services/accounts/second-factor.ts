import { randomBytes } from 'node:crypto';
import {
  emailAddress,
  secondFactorConfirmation,
  secondFactorProof,
  secondFactorStart,
  type RecoveryCodes,
  type SecondFactorOffer,
} from '@waypost/contract/accounts/people.ts';
import { buildTotpUri, encodeBase32, findTotpStep, totpSecretBytes } from '../../domain/totp.ts';
import { WaypostError } from '../../platform/errors.ts';
import { replaceRecoveryCodes } from '../../store/accounts/recovery-codes.ts';
import { deleteSessionsOfUser } from '../../store/accounts/sessions.ts';
import {
  disableTotp,
  enableTotp,
  findUserByEmail,
  lockUser,
  savePendingTotpSecret,
  type Account,
} from '../../store/accounts/users.ts';
import type { Executor } from '../../store/database/database.ts';
import { recordChange } from '../audit/record-change.ts';
import { asSystem, type ServiceContext } from '../context.ts';
import { invalidInput, parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { recordForPerson, type SignedInContext } from './account-context.ts';
import { renewSession, type IssuedSession } from './begin-session.ts';
import { releaseAttempt, sessionLimits, takeAttempt } from './limit-attempts.ts';
import { recordAccess } from './record-access.ts';
import { provePresence } from './prove-identity.ts';
import { hmacSha1, issueRecoveryCodes } from './second-factor-codes.ts';

/**
 * Returns a secret that takes effect once the first code is confirmed. Requires the password, so that nobody can lock
 * out the owner of an unattended browser.
 */
export async function beginSecondFactor(
  context: SignedInContext,
  input: unknown,
): Promise<SecondFactorOffer> {
  const { password } = parseInput(secondFactorStart, input);
  const { secretBox } = context.accounts;
  if (secretBox === undefined)
    throw new WaypostError(
      'SERVICE_UNAVAILABLE',
      'Two-factor authentication is not available: WAYPOST_SESSION_SECRET is not set. Ask your administrator to set it.',
    );
  const secret = randomBytes(totpSecretBytes);
  await provePresence(context, { password }, async (executor, account) => {
    if (!(await savePendingTotpSecret(executor, account.id, secretBox.seal(secret, account.id))))
      throw alreadyEnabled();
    await recordChange(executor, context.workspaceId, context.actor, {
      action: 'second-factor.begin',
      subjectId: account.id,
      name: account.email,
    });
  });
  return { secret: encodeBase32(secret), uri: buildTotpUri(secret, 'Waypost', context.actor.label) };
}

function alreadyEnabled(): WaypostError {
  return new WaypostError('CONFLICT', 'Two-factor authentication is already on. Turn it off first.', {
    reason: 'second-factor-on',
  });
}

function turned(isOn: boolean) {
  const [before, after] = isOn ? (['off', 'on'] as const) : (['on', 'off'] as const);
  return { before: { secondFactor: before }, after: { secondFactor: after } };
}

/**
 * Ends all other sessions and renews the token of the current session, because they were all started under the previous
 * setting.
 */
async function renewSessions(
  executor: Executor,
  context: SignedInContext,
  action: 'second-factor.enable' | 'second-factor.disable',
): Promise<IssuedSession> {
  const { id } = context.actor;
  const endedSessions = await deleteSessionsOfUser(executor, id, context.sessionId);
  const person = { id, email: context.actor.label };
  const isOn = action === 'second-factor.enable';
  await recordForPerson(executor, person, action, { ...turned(isOn), details: { endedSessions } });
  recordAccess(context, { outcome: isOn ? 'second-factor-on' : 'second-factor-off', person });
  return await renewSession(executor, context);
}

export async function confirmSecondFactor(
  context: SignedInContext,
  input: unknown,
): Promise<RecoveryCodes & { session: IssuedSession }> {
  const { code } = parseInput(secondFactorConfirmation, input);
  const { secretBox } = context.accounts;
  const { codes, hashes } = issueRecoveryCodes();
  const now = context.now();
  // Without a limit, someone at an unattended browser could try all codes of the pending secret and lock out the owner.
  const attempt = await takeAttempt(context, sessionLimits(context.actor.label, context.sessionId));
  const session = await asSystem(context, async (executor) => {
    const account = await lockUser(executor, context.actor.id);
    if (account !== undefined && account.totpEnabledAt !== null) throw alreadyEnabled();
    const sealed = account?.totpSecret ?? undefined;
    const secret = sealed === undefined ? undefined : secretBox?.open(sealed, context.actor.id);
    if (secret === undefined)
      throw new WaypostError(
        'CONFLICT',
        'Two-factor setup has not been started or has expired. Start again.',
        {
          reason: 'nothing-begun',
        },
      );
    const step = findTotpStep(hmacSha1, secret, code.replaceAll(/\s/g, ''), now);
    if (step === undefined)
      throw invalidInput([
        { path: 'code', message: 'does not match; check your phone’s clock, or start again' },
      ]);
    await releaseAttempt(executor, attempt);
    await enableTotp(executor, context.actor.id, { at: now, step });
    await replaceRecoveryCodes(executor, context.actor.id, hashes);
    return await renewSessions(executor, context, 'second-factor.enable');
  });
  return { recoveryCodes: codes, session };
}

export async function renewRecoveryCodes(context: SignedInContext, input: unknown): Promise<RecoveryCodes> {
  const proof = parseInput(secondFactorProof, input);
  const { codes, hashes } = issueRecoveryCodes();
  await provePresence(context, proof, async (executor, account) => {
    requireEnabled(account);
    await replaceRecoveryCodes(executor, account.id, hashes);
    await recordChange(executor, context.workspaceId, context.actor, {
      action: 'second-factor.renew-codes',
      subjectId: account.id,
      name: account.email,
    });
  });
  return { recoveryCodes: codes };
}

function requireEnabled(account: Account): void {
  if (account.totpEnabledAt === null)
    throw new WaypostError('CONFLICT', 'Two-factor authentication is off', { reason: 'second-factor-off' });
}

export async function disableSecondFactor(context: SignedInContext, input: unknown): Promise<IssuedSession> {
  const proof = parseInput(secondFactorProof, input);
  return await provePresence(context, proof, async (executor, account) => {
    requireEnabled(account);
    await disableTotp(executor, account.id);
    await replaceRecoveryCodes(executor, account.id, []);
    return await renewSessions(executor, context, 'second-factor.disable');
  });
}

type SwitchedOff = { email: string; endedSessions: number };

/**
 * Turns two-factor authentication off on behalf of a person who has lost their app and recovery codes. Ends all
 * sessions, because the lost device may be in the wrong hands.
 */
export async function switchOffSecondFactor(
  context: ServiceContext,
  input: { email: string },
): Promise<SwitchedOff> {
  requirePermission(context.actor, 'users.create');
  const email = parseInput(emailAddress, input.email);
  return await asSystem(context, async (executor) => {
    const found = await findUserByEmail(executor, email);
    const account = found === undefined ? undefined : await lockUser(executor, found.id);
    if (account === undefined) throw new WaypostError('NOT_FOUND', `No user has the email address ${email}`);
    requireEnabled(account);
    await disableTotp(executor, account.id);
    await replaceRecoveryCodes(executor, account.id, []);
    const endedSessions = await deleteSessionsOfUser(executor, account.id);
    const change = { by: context.actor, ...turned(false), details: { endedSessions } };
    await recordForPerson(executor, account, 'second-factor.switch-off', change);
    return { email: account.email, endedSessions };
  });
}
