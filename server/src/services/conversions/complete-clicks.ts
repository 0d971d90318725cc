import { deleteOldCompletedRows, insertCompletedRows } from '../../store/conversions/completed-rows.ts';
import { insertOutboxRows } from '../../store/conversions/outbox.ts';
import type { RowCorrection } from '../../traffic/traffic-store.ts';
import { asSystem, type ServiceContext } from '../context.ts';
import type { WithTraffic } from '../tools.ts';
import { requirePermission } from '../permissions.ts';

const dayMs = 86_400_000;
/**
 * Number of days for which visits of incomplete clicks are looked up. Clicks whose visits arrive later stay incomplete.
 */
const lookBackDays = 7;
const atOnce = 5_000;

/**
 * Completes clicks that were stored before their visits, which happens when the visit's edge is disconnected while
 * another edge stores the click. Returns the number of completed clicks.
 */
export async function completeClicks(context: ServiceContext & WithTraffic): Promise<number> {
  requirePermission(context.actor, 'clicks.complete');
  const nowMs = context.now().getTime();
  const rows = { sinceMs: nowMs - lookBackDays * dayMs, rowsMax: atOnce };
  let all = 0;
  for (;;) {
    const { completed, corrections } = await context.traffic.completeClicks(rows);
    const done = completed + (await record(context, corrections));
    all += done;
    // Stops after a batch that is not full, because clicks whose corrections are still pending would be found again.
    // The next run completes any remaining clicks.
    if (done < atOnce) break;
  }
  // Markers are not needed for older clicks, which are no longer looked up.
  const before = new Date(nowMs - (lookBackDays + 1) * dayMs);
  await asSystem(context, (executor) => deleteOldCompletedRows(executor, before));
  return all;
}

/** Saves each correction together with a marker, so that the correction is written only once. */
async function record(context: ServiceContext, corrections: readonly RowCorrection[]): Promise<number> {
  if (corrections.length === 0) return 0;
  return await asSystem(context, async (executor) => {
    const isNew = await insertCompletedRows(executor, corrections, context.now());
    await insertOutboxRows(
      executor,
      corrections.filter(({ rowId }) => isNew.has(rowId)),
    );
    return isNew.size;
  });
}
