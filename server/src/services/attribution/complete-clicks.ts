import { forgetCompletedRows, keepCompletedRows } from '../../store/attribution/completed-rows.ts';
import { insertOutboxRows } from '../../store/attribution/outbox.ts';
import type { RowCorrection } from '../../traffic/traffic-store.ts';
import { asSystem, type ServiceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { requireTraffic } from '../require-traffic.ts';

const dayMs = 86_400_000;
/** Visits that come later than this after their clicks leave them as they are. */
const lookBackDays = 7;
const atOnce = 5_000;

/**
 * Gives clicks that were stored before their visits what these say: an edge that was cut off comes back with the visits,
 * and others have stored the clicks meanwhile. Answers how many there were.
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
    // Those whose corrections are on their way come again: the rest of them is the next run's.
    if (done < atOnce) break;
  }
  // What lies further back is not found any more.
  const before = new Date(nowMs - (lookBackDays + 1) * dayMs);
  await asSystem(context, (executor) => forgetCompletedRows(executor, before));
  return all;
}

/** In one transaction with the note that it was done: so it is done once, whoever else does the same. */
async function record(context: ServiceContext, corrections: readonly RowCorrection[]): Promise<number> {
  if (corrections.length === 0) return 0;
  return await asSystem(context, async (executor) => {
    const isNew = await keepCompletedRows(executor, corrections, context.now());
    await insertOutboxRows(
      executor,
      corrections.filter(({ rowId }) => isNew.has(rowId)),
    );
    return isNew.size;
  });
}
