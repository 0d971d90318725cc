import {
  deleteOldAttributedVisits,
  deleteOldRefusedRows,
  deleteOldRequests,
} from '../../store/attribution/attribution-retention.ts';
import { deleteOldShippedBatches } from '../../store/attribution/shipped-batches.ts';
import { asSystem, type ServiceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';

const dayMs = 86_400_000;
/** How long requests are kept, and looked after where their visit is missing. */
const requestDays = 30;
const refusedDays = 90;
const atOnce = 2_000;
/** As long as the spool keeps segments. A backup of the traffic store must not be older than that of PostgreSQL by more. */
const shippedDays = 1;
const shippedBytesMax = 2 * 1024 ** 3;

/** Deletes requests after their time, and conversions whose rows and visits are gone. A part at a time: others go on. */
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
