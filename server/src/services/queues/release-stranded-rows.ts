import { longestPauseMs, longestRetryMs } from '../../domain/conversions/next-match.ts';
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
  // Erasure sweeps are at most a day apart.
  sweepMs: 86_400_000,
  // Twice the longest lease, because the clocks of two workers may differ, and work that is still claimed must not be
  // released.
  leaseMs: 120_000,
};

/**
 * Makes rows due if a wrong clock scheduled them too far in the future, so that no row waits longer than its rules
 * allow. Returns the number of released rows by table.
 */
export async function releaseStrandedRows(context: ServiceContext): Promise<Map<string, number>> {
  requirePermission(context.actor, 'queues.repair');
  return await asSystem(context, (executor) => release(executor, context.now(), waits));
}
