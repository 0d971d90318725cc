import { allotParts, packParts, type TimedVisits } from '../../domain/costs/allot-cost.ts';
import type { CostPart } from '../../store/costs/cost-entries.ts';
import type { CostMatch, TrafficStore } from '../../traffic/traffic-store.ts';

const stretches = 2_000;

/** Splits an amount into parts by time. Returns none if no visit matches. */
export async function planCost(
  traffic: TrafficStore,
  match: CostMatch,
  amount: string,
  visitsMax: number,
): Promise<CostPart[]> {
  const parts = packParts(await countFinely(traffic, match, visitsMax), visitsMax);
  if (parts.length === 0) return [];
  const amounts = allotParts(
    amount,
    parts.map(({ visits }) => visits),
  );
  return parts.map((part, at) => ({ ...part, amount: amounts[at] ?? '0' }));
}

async function countFinely(
  traffic: TrafficStore,
  match: CostMatch,
  visitsMax: number,
): Promise<TimedVisits[]> {
  const counted = await traffic.countVisits(match, stretches);
  const finer: TimedVisits[] = [];
  for (const stretch of counted) {
    const { fromMs, untilMs, visits } = stretch;
    const isWhole = visits <= visitsMax || untilMs - fromMs <= 1;
    if (isWhole) finer.push(stretch);
    else finer.push(...(await countFinely(traffic, { ...match, fromMs, untilMs }, visitsMax)));
  }
  return finer;
}
