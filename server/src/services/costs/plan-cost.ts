import { allotParts } from '../../domain/costs/allot-cost.ts';
import { packParts, type TimedVisits } from '../../domain/costs/pack-parts.ts';
import { countVisits, type CostMatch } from '../../events/match-visits.ts';
import type { ClickHouseClient } from '../../platform/clickhouse-client.ts';
import type { CostPart } from '../../store/cost-entries.ts';

/** A part is one insert, and one block in memory: of all columns and rollups, half a gigabyte at most. */
export const partVisits = 50_000;
const stretches = 2_000;

/** The parts that an amount is spread in, one after the other in time; none where nothing matches. */
export async function planCost(
  client: ClickHouseClient,
  match: CostMatch,
  amount: string,
  visitsMax: number = partVisits,
): Promise<CostPart[]> {
  const parts = packParts(await countFinely(client, match, visitsMax), visitsMax);
  if (parts.length === 0) return [];
  const amounts = allotParts(
    amount,
    parts.map(({ visits }) => visits),
  );
  return parts.map((part, at) => ({ ...part, amount: amounts[at] ?? '0' }));
}

/** Stretches with more visits than a part may have are looked at again in shorter ones, down to a millisecond. */
async function countFinely(
  client: ClickHouseClient,
  match: CostMatch,
  visitsMax: number,
): Promise<TimedVisits[]> {
  const counted = await countVisits(client, match, stretches);
  const finer: TimedVisits[] = [];
  for (const stretch of counted) {
    const { fromMs, untilMs, visits } = stretch;
    const isWhole = visits <= visitsMax || untilMs - fromMs <= 1;
    if (isWhole) finer.push(stretch);
    else finer.push(...(await countFinely(client, { ...match, fromMs, untilMs }, visitsMax)));
  }
  return finer;
}
