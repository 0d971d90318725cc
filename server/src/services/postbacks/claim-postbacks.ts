import { concurrentCallsMax } from '../../domain/postbacks/judge-host.ts';
import { planClaims } from '../../domain/postbacks/plan-claims.ts';
import { newId } from '../../platform/ids.ts';
import {
  claimPostbackJobs,
  listPostbackQueues,
  takeTurnOfClaims,
  type ClaimedPostback,
} from '../../store/postbacks/postback-queues.ts';
import { asSystem, type ServiceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';

/** Well over what a call may take, and its recording after that. */
export const leaseMs = 60_000;

/** Takes up to `room` postbacks that are due, fairly over receivers, for as long as the lease lasts. */
export async function claimPostbacks(
  context: ServiceContext,
  room: number,
  forMs: number = leaseMs,
): Promise<ClaimedPostback[]> {
  requirePermission(context.actor, 'postbacks.run');
  if (room <= 0) return [];
  return await asSystem(context, async (executor) => {
    if (!(await takeTurnOfClaims(executor))) return [];
    const now = context.now();
    const queues = await listPostbackQueues(executor, now, concurrentCallsMax);
    const claims = planClaims(queues, room, now.getTime());
    if (claims.length === 0) return [];
    const lease = { claim: newId(), now, leaseUntil: new Date(now.getTime() + forMs) };
    return await claimPostbackJobs(executor, claims, lease);
  });
}
