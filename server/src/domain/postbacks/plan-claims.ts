import { allowedCalls, concurrentCallsMax, type HostFailures } from './judge-host.ts';

export type PostbackQueue = {
  workspaceId: string;
  origin: string;
  due: number;
  underWay: number;
  hostFailures: HostFailures | null;
};

export type Claim = { workspaceId: string; origin: string; count: number };

/**
 * Selects the postbacks to send next. Queues take turns, one postback at a time, so a queue of thousands gets no more
 * capacity than a queue of one, and workspaces share the calls to a common receiver.
 */
export function planClaims(queues: readonly PostbackQueue[], room: number, nowMs: number): Claim[] {
  const byOrigin = new Map<string, number>();
  for (const { origin, underWay } of queues) byOrigin.set(origin, (byOrigin.get(origin) ?? 0) + underWay);
  const open = queues
    .map((queue) => ({
      claim: { workspaceId: queue.workspaceId, origin: queue.origin, count: 0 },
      left: Math.min(queue.due, allowedCalls(queue.hostFailures, nowMs) - queue.underWay),
    }))
    .filter(({ left }) => left > 0);
  let taken = 0;
  for (let turn = 0; turn < concurrentCallsMax && taken < room; turn += 1) {
    for (const one of open) {
      const underWay = byOrigin.get(one.claim.origin) ?? 0;
      if (taken >= room || one.left <= 0 || underWay >= concurrentCallsMax) continue;
      one.left -= 1;
      one.claim.count += 1;
      byOrigin.set(one.claim.origin, underWay + 1);
      taken += 1;
    }
  }
  return open.map(({ claim }) => claim).filter(({ count }) => count > 0);
}
