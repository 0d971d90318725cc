import { longestPauseMs, longestRetryMs } from '../../domain/inbox/next-match.ts';
import { longestDelayMs } from '../../domain/postbacks/judge-attempt.ts';
import { longestHostPauseMs } from '../../domain/postbacks/judge-host.ts';
import { releaseStrandedRows as release, type LongestWaits } from '../../store/queues/stranded-rows.ts';
import { asSystem, type ServiceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';

const waits: LongestWaits = {
  retryMs: longestRetryMs,
  lookMs: longestPauseMs,
  deliveryMs: longestDelayMs,
  hostPauseMs: longestHostPauseMs,
  // Erasures are looked for once a day.
  sweepMs: 86_400_000,
  // Twice the longest lease: clocks of two workers may differ, and what one has in hand must not go to the other.
  leaseMs: 120_000,
};

/**
 * Finds work that waits for a time far ahead because the clock that set it was wrong, and makes it due. So nothing waits
 * for longer than its own rules say, whatever became of the clock. Answers how many rows there were by table.
 */
export async function releaseStrandedRows(context: ServiceContext): Promise<Map<string, number>> {
  requirePermission(context.actor, 'queues.repair');
  return await asSystem(context, (executor) => release(executor, context.now(), waits));
}
