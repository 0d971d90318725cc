import { secondFactorStart, type SecondFactorOffer } from '@waypost/contract/people.ts';
import { randomBytes } from 'node:crypto';
import { buildTotpUri, encodeBase32, totpSecretBytes } from '../../domain/totp.ts';
import { WaypostError } from '../../platform/errors.ts';
import { offerTotpSecret } from '../../store/users.ts';
import { recordChange } from '../audit/record-change.ts';
import { parseInput } from '../parse-input.ts';
import { accountTools } from '../people/account-tools.ts';
import { provePresence } from '../passwords/prove-presence.ts';
import type { SignedInContext } from '../sessions/session-context.ts';

/**
 * A secret for the person's application. It counts when a first code of it has come back, and until then a new one may
 * take its place. It takes the password: otherwise an open browser would be enough to shut its owner out.
 */
export async function beginSecondFactor(
  context: SignedInContext,
  input: unknown,
): Promise<SecondFactorOffer> {
  const { password } = parseInput(secondFactorStart, input);
  const { secretBox } = accountTools(context);
  if (secretBox === undefined)
    throw new WaypostError(
      'SERVICE_UNAVAILABLE',
      'this server has no secret to protect a second factor with: its operator has to set WAYPOST_SESSION_SECRET',
    );
  const secret = randomBytes(totpSecretBytes);
  await provePresence(context, { password }, async (executor, account) => {
    if (!(await offerTotpSecret(executor, account.id, secretBox.seal(secret, account.id))))
      throw alreadyEnabled();
    await recordChange(executor, context.workspaceId, context.actor, {
      action: 'second-factor.begin',
      subjectId: account.id,
    });
  });
  return { secret: encodeBase32(secret), uri: buildTotpUri(secret, 'Waypost', context.actor.label) };
}

export function alreadyEnabled(): WaypostError {
  return new WaypostError('CONFLICT', 'the second factor is on already: switch it off first');
}
