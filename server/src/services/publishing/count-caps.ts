import {
  fullUntil,
  planCount,
  readClocks,
  settleTotal,
  type CountPlan,
} from '../../domain/caps/count-caps.ts';
import { WaypostError } from '../../platform/errors.ts';
import {
  claimCapCount,
  listCappedRecords,
  replaceFullRecords,
  saveTotals,
} from '../../store/publishing/caps.ts';
import type { ArrivalCounts, RecordToCount } from '../../traffic/traffic-store.ts';
import { asSystem, type ServiceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';

export type CountArrivals = (records: RecordToCount[]) => Promise<ArrivalCounts[]>;

/** Why there was no count is nobody's concern: nothing has a cap, or another worker counts, or has just counted. */
type CapCount = { counted: number; full: number; isChanged: boolean } | undefined;

// Somewhat less than the second between two looks, so that one worker alone counts at each of them.
const pauseMs = 750;

/**
 * Counts what offers and paths with caps got and keeps which of them are full. Where the counting fails, they stay as
 * they are: full until their hour or day ends.
 */
export async function countCaps(context: ServiceContext, countArrivals: CountArrivals): Promise<CapCount> {
  requirePermission(context.actor, 'publishing.run');
  return await asSystem(context, async (executor) => {
    if (!(await claimCapCount(executor, pauseMs))) return undefined;
    const clocks = readClocks(context.now().getTime());
    const capped = (await listCappedRecords(executor)).map((record) => ({
      record,
      plan: planCount(record, clocks),
    }));
    const counts = await ask(
      countArrivals,
      capped.flatMap(({ record, plan }) => toAsk(record, plan)),
    );
    const byPlace = new Map(counts.map((count) => [placeOf(count), count]));
    const seen = capped.map(({ record, plan }) => {
      const { workspaceId, recordId } = record;
      const since = (sinceMs: number) => byPlace.get(placeOf({ recordId, sinceMs })) ?? nothing;
      return { workspaceId, recordId, record, plan, since };
    });
    await saveTotals(
      executor,
      seen.flatMap(({ workspaceId, recordId, plan, since }) => {
        const settled = settleTotal(plan, since);
        return settled === undefined ? [] : [{ workspaceId, recordId, ...settled }];
      }),
    );
    const full = seen.flatMap(({ workspaceId, recordId, record, plan, since }) => {
      const untilMs = fullUntil(record.caps, plan, since);
      return untilMs === undefined ? [] : [{ workspaceId, recordId, untilMs }];
    });
    const isChanged = await replaceFullRecords(executor, full);
    return { counted: capped.length, full: full.length, isChanged };
  });
}

const nothing = { arrivals: 0, conversions: 0 };

function toAsk(
  { workspaceId, kind, recordId }: Pick<RecordToCount, 'workspaceId' | 'kind' | 'recordId'>,
  { moments }: CountPlan,
): RecordToCount[] {
  return moments.map((sinceMs) => ({ workspaceId, kind, recordId, sinceMs }));
}

function placeOf({ recordId, sinceMs }: { recordId: string; sinceMs: number }): string {
  return `${recordId} ${sinceMs}`;
}

async function ask(countArrivals: CountArrivals, records: RecordToCount[]): Promise<ArrivalCounts[]> {
  try {
    return await countArrivals(records);
  } catch (error) {
    throw new WaypostError('SERVICE_UNAVAILABLE', 'traffic cannot be counted at the moment', {
      cause: error,
    });
  }
}
