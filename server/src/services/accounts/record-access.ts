import { networkOf } from '../../domain/address-network.ts';
import type { Executor } from '../../store/database/database.ts';
import type { AccessEvent, WithAccounts } from '../tools.ts';
import type { ServiceContext } from '../context.ts';
import { recordForPerson } from './account-context.ts';

type Person = { id: string; email: string };

type Refusal = {
  account: Person | undefined;
  outcome: 'wrong-password' | 'wrong-code';
  isLast: boolean;
};

export function recordAccess(
  context: ServiceContext & WithAccounts & { address: string },
  event: Omit<AccessEvent, 'address'>,
): void {
  context.accounts.recordAccess({ ...event, address: context.address });
}

/**
 * Writes a failed attempt to the audit log of every workspace of the person. Only the network part of the address is
 * written, because the log is kept for a long time. Runs after the response, so that the response time does not reveal
 * whether the account exists. Attempts that a rate limit rejects are not written, which limits the number of entries.
 */
export function recordFailedAttempt(
  context: ServiceContext & WithAccounts & { address: string },
  refusal: Refusal,
): void {
  const { account, outcome, isLast } = refusal;
  recordAccess(context, {
    outcome: account === undefined ? 'unknown-person' : outcome,
    ...(account === undefined ? {} : { person: account }),
  });
  if (account === undefined) return;
  const details = { why: outcome, network: networkOfLine(context) };
  context.accounts.later(() =>
    context.database.asSystem(async (executor) => {
      const by = { by: context.actor, details };
      await recordForPerson(executor, account, 'sign-in.refuse', by);
      if (isLast) await recordForPerson(executor, account, 'sign-in.lock', by);
    }),
  );
  if (isLast) recordAccess(context, { outcome: 'locked', person: account });
}

export async function recordRecoveryCodeUse(
  executor: Executor,
  context: ServiceContext & WithAccounts & { address: string },
  account: Person,
): Promise<void> {
  const details = { network: networkOfLine(context) };
  await recordForPerson(executor, account, 'second-factor.use-recovery-code', { details });
  recordAccess(context, { outcome: 'recovery-code', person: account });
}

function networkOfLine({ address }: { address: string }): string | null {
  return networkOf(address, { ipv4: 24, ipv6: 48 }) ?? null;
}
