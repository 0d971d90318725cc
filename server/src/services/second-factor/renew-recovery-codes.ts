import { secondFactorProof, type RecoveryCodes } from '@waypost/contract/people.ts';
import { replaceRecoveryCodes } from '../../store/recovery-codes.ts';
import { recordChange } from '../audit/record-change.ts';
import { parseInput } from '../parse-input.ts';
import { provePresence } from '../passwords/prove-presence.ts';
import type { SignedInContext } from '../sessions/session-context.ts';
import { issueRecoveryCodes } from './recovery-code.ts';
import { requireEnabled } from './require-enabled.ts';

/** Ten new codes in place of those that are left; they are shown only now. */
export async function renewRecoveryCodes(context: SignedInContext, input: unknown): Promise<RecoveryCodes> {
  const proof = parseInput(secondFactorProof, input);
  const { codes, hashes } = issueRecoveryCodes();
  await provePresence(context, proof, async (executor, account) => {
    requireEnabled(account);
    await replaceRecoveryCodes(executor, account.id, hashes);
    await recordChange(executor, context.workspaceId, context.actor, {
      action: 'second-factor.renew-codes',
      subjectId: account.id,
    });
  });
  return { recoveryCodes: codes };
}
