import { allotParts, packParts, type TimedVisits } from '../../domain/costs/allot-cost.ts';
import type { CostPart } from '../../store/costs/cost-entries.ts';
import type { CostMatch, TrafficStore } from '../../traffic/traffic-store.ts';

const bucketsMax = 2_000;

/** Splits an amount into parts by time. Returns no parts if no visit matches. */
export async function planCost(
  traffic: TrafficStore,
  match: CostMatch,
  amount: string,
  visitsMax: number,
): Promise<CostPart[]> {
  const parts = packParts(await countByTime(traffic, match, visitsMax), visitsMax);
  if (parts.length === 0) return [];
  const amounts = allotParts(
    amount,
    parts.map(({ visits }) => visits),
  );
  return parts.map((part, at) => ({ ...part, amount: amounts[at] ?? '0' }));
}

async function countByTime(
  traffic: TrafficStore,
  match: CostMatch,
  visitsMax: number,
): Promise<TimedVisits[]> {
  const counted = await traffic.countVisits(match, bucketsMax);
  const buckets: TimedVisits[] = [];
  for (const bucket of counted) {
    const { fromMs, untilMs, visits } = bucket;
    const isSmallEnough = visits <= visitsMax || untilMs - fromMs <= 1;
    if (isSmallEnough) buckets.push(bucket);
    else buckets.push(...(await countByTime(traffic, { ...match, fromMs, untilMs }, visitsMax)));
  }
  return buckets;
}
