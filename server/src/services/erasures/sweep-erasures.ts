import { countVisitRows, eraseVisits } from '../../events/erase-visits.ts';
import {
  deleteVisitTraces,
  finishErasures,
  listDueErasures,
  postponeErasures,
  type Erasure,
} from '../../store/erasures.ts';
import { asSystem, readAsSystem, type ServiceContext } from '../context.ts';
import { eventsOf } from '../events-of.ts';
import { requirePermission } from '../permissions.ts';

const atOnce = 100;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Spools keep shipped rows for a day, and an edge that was cut off may come back with others. */
const sweepDays = 3;

/** Erases what there is of visits in ClickHouse, and looks for more until nothing can come any longer. */
export async function sweepErasures(context: ServiceContext): Promise<{ erased: number; finished: number }> {
  requirePermission(context.actor, 'erasures.sweep');
  const now = context.now();
  const due = await readAsSystem(context, (executor) => listDueErasures(executor, now, atOnce));
  const client = eventsOf(context);
  const rows = await countVisitRows(client, due);
  const found = due.filter(({ visitId }) => rows.has(visitId));
  const clean = due.filter(({ visitId }) => !rows.has(visitId));
  await eraseVisits(client, found);
  const isLast = ({ requestedAt }: Erasure) => now.getTime() - requestedAt.getTime() >= sweepDays * dayMs;
  const finished = clean.filter(isLast);
  const after = (ms: number) => new Date(now.getTime() + ms);
  await asSystem(context, async (executor) => {
    for (const erasure of due) await deleteVisitTraces(executor, erasure);
    await postponeErasures(executor, idsOf(found), after(minuteMs));
    await postponeErasures(executor, idsOf(clean.filter((one) => !isLast(one))), after(dayMs));
    await finishErasures(executor, idsOf(finished), now);
  });
  return { erased: found.length, finished: finished.length };
}

function idsOf(erasures: readonly Erasure[]): string[] {
  return erasures.map(({ id }) => id);
}
