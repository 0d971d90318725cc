import { secondFactorProof } from '@waypost/contract/people.ts';
import { replaceRecoveryCodes } from '../../store/recovery-codes.ts';
import { disableTotp } from '../../store/users.ts';
import { recordChange } from '../audit/record-change.ts';
import { parseInput } from '../parse-input.ts';
import { provePresence } from '../passwords/prove-presence.ts';
import type { SignedInContext } from '../sessions/session-context.ts';
import { requireEnabled } from './require-enabled.ts';

export async function disableSecondFactor(context: SignedInContext, input: unknown): Promise<void> {
  const proof = parseInput(secondFactorProof, input);
  await provePresence(context, proof, async (executor, account) => {
    requireEnabled(account);
    await disableTotp(executor, account.id);
    await replaceRecoveryCodes(executor, account.id, []);
    await recordChange(executor, context.workspaceId, context.actor, {
      action: 'second-factor.disable',
      subjectId: account.id,
    });
  });
}
