import { deleteOldCompletedRows, insertCompletedRows } from '../../store/attribution/completed-rows.ts';
import { insertOutboxRows } from '../../store/attribution/outbox.ts';
import type { RowCorrection } from '../../traffic/traffic-store.ts';
import { asSystem, type ServiceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { requireTraffic } from '../require-traffic.ts';

const dayMs = 86_400_000;
/** Time for which visits of incomplete clicks are looked up. Clicks whose visits arrive later remain incomplete. */
const lookBackDays = 7;
const atOnce = 5_000;

/**
 * Completes clicks that were stored before their visits, which happens when the visit's edge is disconnected while
 * another edge stores the click. Returns the number of completed clicks.
 */
export async function completeClicks(context: ServiceContext): Promise<number> {
  requirePermission(context.actor, 'clicks.complete');
  const nowMs = context.now().getTime();
  const rows = { sinceMs: nowMs - lookBackDays * dayMs, rowsMax: atOnce };
  let all = 0;
  for (;;) {
    const { completed, corrections } = await requireTraffic(context).completeClicks(rows);
    const done = completed + (await record(context, corrections));
    all += done;
    // Stops after a batch that is not full, because clicks with pending corrections would be found again. The next run
    // completes any remaining clicks.
    if (done < atOnce) break;
  }
  // Markers of older clicks are not needed, because older clicks are no longer looked up.
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
