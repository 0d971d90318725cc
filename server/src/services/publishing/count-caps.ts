import {
  countShipped,
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
  readShippedUntil,
  replaceCapCounts,
  replaceFullRecords,
  saveTotals,
} from '../../store/publishing/caps.ts';
import type { Executor } from '../../store/database/database.ts';
import type { CapCounts, RecordToCount } from '../../traffic/traffic-store.ts';
import { asSystem, type ServiceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';

export type CountForCaps = (records: RecordToCount[]) => Promise<CapCounts[]>;

/** Result of counting. Undefined if no record has a cap, or if another worker is counting or has just finished. */
type CapCount = { counted: number; full: number; isChanged: boolean } | undefined;

// Slightly less than the polling interval of one second, so that a single worker can count at every poll.
const pauseMs = 750;

const secondMs = 1_000;
// If an edge's shipping is further behind than this, edges get no new counts, because all rows since the edge last
// shipped would have to be counted one by one. Instead, edges continue from their last counts.
const shippedAgoMaxMs = 600_000;

/**
 * Counts the usage of capped offers and paths, and stores which of them are full. If counting fails, full records stay
 * full until their hour or day ends.
 */
export async function countCaps(context: ServiceContext, countForCaps: CountForCaps): Promise<CapCount> {
  requirePermission(context.actor, 'publishing.run');
  return await asSystem(context, async (executor) => {
    if (!(await claimCapCount(executor, pauseMs))) return undefined;
    const nowMs = context.now().getTime();
    const clocks = readClocks(nowMs);
    // Read before the count, so that the traffic store contains at least all rows up to this time.
    const shippedUntilMs = await findCut(executor, nowMs);
    const capped = (await listCappedRecords(executor)).map((record) => ({
      record,
      plan: planCount(record, clocks, shippedUntilMs),
    }));
    const counts = await countTraffic(
      countForCaps,
      capped.flatMap(({ record, plan }) => listCounts(record, plan)),
    );
    const byKey = new Map(counts.map((count) => [keyOf(count), count]));
    const measured = capped.map(({ record, plan }) => {
      const { workspaceId, recordId } = record;
      const since = (sinceMs: number) => byKey.get(keyOf({ recordId, sinceMs })) ?? nothing;
      return { workspaceId, recordId, record, plan, since };
    });
    await saveTotals(
      executor,
      measured.flatMap(({ workspaceId, recordId, plan, since }) => {
        const settled = settleTotal(plan, since);
        return settled === undefined ? [] : [{ workspaceId, recordId, ...settled }];
      }),
    );
    if (shippedUntilMs !== undefined)
      await replaceCapCounts(
        executor,
        measured.flatMap(({ workspaceId, recordId, record, plan, since }) => {
          const shipped = countShipped(record.caps, plan, since);
          return shipped === undefined ? [] : [{ workspaceId, recordId, ...shipped }];
        }),
      );
    const full = measured.flatMap(({ workspaceId, recordId, record, plan, since }) => {
      const untilMs = fullUntil(record.caps, plan, since);
      return untilMs === undefined ? [] : [{ workspaceId, recordId, untilMs }];
    });
    const isChanged = await replaceFullRecords(executor, full);
    return { counted: capped.length, full: full.length, isChanged };
  });
}

// Returns the time up to which all live edges have shipped their rows, in whole seconds, because edges count per
// second. Returns undefined if that time is unknown or too long ago.
async function findCut(executor: Executor, nowMs: number): Promise<number | undefined> {
  const untilMs = await readShippedUntil(executor);
  if (untilMs === undefined || untilMs < nowMs - shippedAgoMaxMs) return undefined;
  return Math.floor(untilMs / secondMs) * secondMs;
}

const nothing = { arrivals: 0, conversions: 0 };

function listCounts(
  { workspaceId, kind, recordId }: Pick<RecordToCount, 'workspaceId' | 'kind' | 'recordId'>,
  { moments }: CountPlan,
): RecordToCount[] {
  return moments.map((sinceMs) => ({ workspaceId, kind, recordId, sinceMs }));
}

function keyOf({ recordId, sinceMs }: { recordId: string; sinceMs: number }): string {
  return `${recordId} ${sinceMs}`;
}

async function countTraffic(countForCaps: CountForCaps, records: RecordToCount[]): Promise<CapCounts[]> {
  try {
    return await countForCaps(records);
  } catch (error) {
    throw new WaypostError('SERVICE_UNAVAILABLE', 'Traffic cannot be counted right now', {
      cause: error,
    });
  }
}
