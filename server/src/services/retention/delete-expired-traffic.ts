import type { ServiceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { requireTraffic } from '../require-traffic.ts';

/** Deletes recorded traffic that has expired, where that does not happen by itself. Answers how many rows went. */
export async function deleteExpiredTraffic(context: ServiceContext): Promise<number> {
  requirePermission(context.actor, 'retention.run');
  return await requireTraffic(context).deleteExpired(context.now());
}
