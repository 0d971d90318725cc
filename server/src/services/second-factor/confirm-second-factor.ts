import { secondFactorConfirmation, type RecoveryCodes } from '@waypost/contract/people.ts';
import { findTotpStep } from '../../domain/totp.ts';
import { WaypostError } from '../../platform/errors.ts';
import { replaceRecoveryCodes } from '../../store/recovery-codes.ts';
import { enableTotp, lockUser } from '../../store/users.ts';
import { recordChange } from '../audit/record-change.ts';
import { asSystem } from '../context.ts';
import { invalidInput, parseInput } from '../parse-input.ts';
import { accountTools } from '../people/account-tools.ts';
import { releaseAttempt, signInLimits, takeAttempt } from '../sessions/limit-attempts.ts';
import type { SignedInContext } from '../sessions/session-context.ts';
import { alreadyEnabled } from './begin-second-factor.ts';
import { issueRecoveryCodes } from './recovery-code.ts';
import { hmacSha1 } from './totp-hmac.ts';

/** Switches the second factor on, once a code shows that the application has the secret. The codes are shown only now. */
export async function confirmSecondFactor(context: SignedInContext, input: unknown): Promise<RecoveryCodes> {
  const { code } = parseInput(secondFactorConfirmation, input);
  const { secretBox } = accountTools(context);
  const { codes, hashes } = issueRecoveryCodes();
  const now = context.now();
  // Otherwise an open browser could try all codes of a secret that waits, and shut its owner out.
  const attempt = await takeAttempt(context, signInLimits(context.actor.label, context.address));
  await asSystem(context, async (executor) => {
    const account = await lockUser(executor, context.actor.id);
    if (account !== undefined && account.totpEnabledAt !== null) throw alreadyEnabled();
    const sealed = account?.totpSecret ?? undefined;
    const secret = sealed === undefined ? undefined : secretBox?.open(sealed, context.actor.id);
    if (secret === undefined)
      throw new WaypostError('CONFLICT', 'no secret waits for its first code: begin again');
    const step = findTotpStep(hmacSha1, secret, code.replaceAll(/\s/g, ''), now);
    if (step === undefined)
      throw invalidInput([
        { path: 'code', message: 'is not what the application shows now: look at its clock, or begin again' },
      ]);
    await releaseAttempt(executor, attempt);
    await enableTotp(executor, context.actor.id, { at: now, step });
    await replaceRecoveryCodes(executor, context.actor.id, hashes);
    await recordChange(executor, context.workspaceId, context.actor, {
      action: 'second-factor.enable',
      subjectId: context.actor.id,
    });
  });
  return { recoveryCodes: codes };
}
