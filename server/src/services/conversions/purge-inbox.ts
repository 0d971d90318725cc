import {
  deleteOldAttributedVisits,
  deleteOldRefusedRows,
  deleteOldRequests,
} from '../../store/conversions/attribution-retention.ts';
import { deleteOldShippedBatches } from '../../store/conversions/shipped-batches.ts';
import { asSystem, type ServiceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';

const dayMs = 86_400_000;
/** How long incoming postbacks are kept. Until then, Waypost keeps looking for the visits that they refer to. */
const requestDays = 30;
const refusedDays = 90;
const atOnce = 2_000;
/**
 * How long shipped batches are kept, which is also how long shipped spool segments are kept. The traffic store's backup
 * may be older than the PostgreSQL backup by at most this time.
 */
const shippedDays = 1;
const shippedBytesMax = 2 * 1024 ** 3;

/**
 * Deletes expired requests, and conversions whose rows and visits no longer exist. Works in batches, so that other work
 * is not blocked.
 */
export async function purgeInbox(context: ServiceContext): Promise<{ requests: number; visits: number }> {
  requirePermission(context.actor, 'attribution.run');
  const now = context.now();
  const before = (days: number) => new Date(now.getTime() - days * dayMs);
  await asSystem(context, (executor) => deleteOldRefusedRows(executor, before(refusedDays)));
  const shipped = { before: before(shippedDays), bytesMax: shippedBytesMax };
  await asSystem(context, (executor) => deleteOldShippedBatches(executor, shipped));
  return {
    requests: await repeat(() =>
      asSystem(context, (executor) => deleteOldRequests(executor, before(requestDays), atOnce)),
    ),
    visits: await repeat(() =>
      asSystem(context, (executor) => deleteOldAttributedVisits(executor, now, atOnce)),
    ),
  };
}

async function repeat(deleteSome: () => Promise<number>): Promise<number> {
  let all = 0;
  for (;;) {
    const some = await deleteSome();
    all += some;
    if (some === 0) return all;
  }
}
