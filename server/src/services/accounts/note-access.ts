import { networkOf } from '../../domain/address-network.ts';
import type { Executor } from '../../store/database/database.ts';
import type { AccessEvent, ServiceContext } from '../context.ts';
import { recordForPerson } from './account-context.ts';

type Person = { id: string; email: string };

type Refusal = {
  /** Undefined where there is no such person. */
  account: Person | undefined;
  outcome: 'wrong-password' | 'wrong-code';
  /** Whether no further attempt is allowed for now. */
  isLast: boolean;
};

/** A line of the log and a count, with the address that it came from. */
export function noteAccess(
  context: ServiceContext & { address: string },
  event: Omit<AccessEvent, 'address'>,
): void {
  context.accounts?.noteAccess({ ...event, address: context.address });
}

/**
 * What failed is written into the log of each workspace of the person; with the network only, since that log is kept.
 * After the answer: otherwise the time that it takes would tell whether there is such a person. Limits bound how many
 * lines there can be; what they refuse writes none.
 */
export function noteRefusal(context: ServiceContext & { address: string }, refusal: Refusal): void {
  const { account, outcome, isLast } = refusal;
  noteAccess(context, {
    outcome: account === undefined ? 'unknown-person' : outcome,
    ...(account === undefined ? {} : { person: account }),
  });
  if (account === undefined) return;
  const details = { why: outcome, network: networkOfLine(context) };
  context.accounts?.later(() =>
    context.database.asSystem(async (executor) => {
      const by = { by: context.actor, details };
      await recordForPerson(executor, account, 'sign-in.refuse', by);
      if (isLast) await recordForPerson(executor, account, 'sign-in.lock', by);
    }),
  );
  if (isLast) noteAccess(context, { outcome: 'locked', person: account });
}

/** In the transaction of what it opened. */
export async function noteRecoveryCode(
  executor: Executor,
  context: ServiceContext & { address: string },
  account: Person,
): Promise<void> {
  const details = { network: networkOfLine(context) };
  await recordForPerson(executor, account, 'second-factor.use-recovery-code', { details });
  noteAccess(context, { outcome: 'recovery-code', person: account });
}

function networkOfLine({ address }: { address: string }): string | null {
  return networkOf(address, { ipv4: 24, ipv6: 48 }) ?? null;
}
