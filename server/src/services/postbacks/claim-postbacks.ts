import { concurrentCallsMax } from '../../domain/postbacks/judge-host.ts';
import { planClaims } from '../../domain/postbacks/plan-claims.ts';
import { newId } from '../../platform/ids.ts';
import {
  claimPostbackJobs,
  listPostbackQueues,
  tryLockClaims,
  type ClaimedPostback,
} from '../../store/postbacks/postback-queues.ts';
import { asSystem, type ServiceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';

// How long a claimed postback stays reserved for the worker that claimed it. Long enough to send the postback and
// record the result.
export const leaseMs = 60_000;

export async function claimPostbacks(
  context: ServiceContext,
  room: number,
  forMs: number = leaseMs,
): Promise<ClaimedPostback[]> {
  requirePermission(context.actor, 'postbacks.run');
  if (room <= 0) return [];
  return await asSystem(context, async (executor) => {
    if (!(await tryLockClaims(executor))) return [];
    const now = context.now();
    const queues = await listPostbackQueues(executor, now, concurrentCallsMax);
    const claims = planClaims(queues, room, now.getTime());
    if (claims.length === 0) return [];
    const lease = { claim: newId(), now, leaseUntil: new Date(now.getTime() + forMs) };
    return await claimPostbackJobs(executor, claims, lease);
  });
}
