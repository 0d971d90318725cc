import {
  deleteVisitTraces,
  finishErasures,
  listDueErasures,
  listErasedVisits,
  postponeErasures,
  type Erasure,
} from '../../store/conversions/erasures.ts';
import { asSystem, readAsSystem, type ServiceContext } from '../context.ts';
import type { WithTraffic } from '../tools.ts';
import { requirePermission } from '../permissions.ts';

type ErasedVisits = {
  version: string;
  visitIds: Set<string>;
  clickIds: Set<string>;
};

/** Returns recently erased visits, so that other processes can erase data that only they can reach, such as spools. */
export async function findErasedVisits(context: ServiceContext): Promise<ErasedVisits> {
  requirePermission(context.actor, 'erasures.sweep');
  const visits = await readAsSystem(context, listErasedVisits, 'queue');
  return {
    version: visits.map(({ id }) => id).join(),
    visitIds: new Set(visits.map(({ visitId }) => visitId)),
    clickIds: new Set(visits.map(({ clickId }) => clickId)),
  };
}

const atOnce = 100;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
// Number of days for which deletions are repeated. Spools keep shipped rows for a day, and an edge that was offline may
// ship more rows later.
const sweepDays = 3;

type Sweep = {
  erased: number;
  finished: number;
  /** Reason why the last deletion failed. Each sweep retries the deletion. */
  problem: string | undefined;
};

/** Erases the requested visits, and repeats the deletion until no more rows can arrive. */
export async function sweepErasures(context: ServiceContext & WithTraffic): Promise<Sweep> {
  requirePermission(context.actor, 'erasures.sweep');
  const now = context.now();
  const due = await readAsSystem(context, (executor) => listDueErasures(executor, now, atOnce), 'queue');
  const { found: erased, problem } = await context.traffic.eraseVisits(due);
  const found = due.filter(({ visitId }) => erased.has(visitId));
  const clean = due.filter(({ visitId }) => !erased.has(visitId));
  const isLast = ({ requestedAt }: Erasure) => now.getTime() - requestedAt.getTime() >= sweepDays * dayMs;
  const finished = clean.filter(isLast);
  const after = (ms: number) => new Date(now.getTime() + ms);
  await asSystem(context, async (executor) => {
    for (const erasure of due) await deleteVisitTraces(executor, erasure);
    await postponeErasures(executor, found, { nextAt: after(minuteMs), problem });
    await postponeErasures(
      executor,
      clean.filter((one) => !isLast(one)),
      {
        nextAt: after(dayMs),
        problem: undefined,
      },
    );
    await finishErasures(executor, finished, now);
  });
  return { erased: found.length, finished: finished.length, problem };
}
