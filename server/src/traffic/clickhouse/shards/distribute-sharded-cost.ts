import { allotCost } from '../../../domain/costs/allot-cost.ts';
import { fromUnits, toUnits } from '../../../domain/money/decimal.ts';
import type { CostBatch, CostCharge, CostMatch } from '../../traffic-store.ts';
import type { ClickHouseClient } from '../client.ts';
import { distributeCost } from '../distribute-cost.ts';
import { fromMatchingVisits } from '../match-visits.ts';
import { QueryParameters } from '../query-parameters.ts';

// Amounts by shard, and the share of each visit but the last one, as integers in units of 10^-12.
type CostPlan = { units: string; parts: { shard: number; visits: number; amount: string }[] };

// Distributes the cost over the visits of all shards, with the same shares as on one server. The amount of each shard is
// stored as a plan before the first row, so that the rows add up to exactly the amount even if some shards fail and
// visits are added or deleted before the next attempt.
export async function distributeShardedCost(
  clients: readonly ClickHouseClient[],
  match: CostMatch,
  { amount, replaces }: CostCharge,
  batch: CostBatch,
): Promise<void> {
  const [keeper] = clients;
  if (keeper === undefined) return;
  const plan = (await readPlan(keeper, batch)) ?? (await makePlan(clients, keeper, { match, amount, batch }));
  await Promise.all(
    plan.parts.map(async ({ shard, visits, amount: part }) => {
      const client = clients[shard];
      if (client === undefined)
        throw new Error(`the plan of ${batch.batch} contains the unknown shard ${shard + 1}`);
      const planned = { visits, units: BigInt(plan.units) };
      await distributeCost(client, match, { amount: part, replaces, planned }, batch);
    }),
  );
}

async function makePlan(
  clients: readonly ClickHouseClient[],
  keeper: ClickHouseClient,
  { match, amount, batch }: { match: CostMatch; amount: string; batch: CostBatch },
): Promise<CostPlan> {
  const found = await Promise.all(clients.map((client) => countMatching(client, match)));
  const plan = planParts(
    amount,
    found.map((one, shard) => ({ ...one, shard })).filter(({ visits }) => visits > 0),
  );
  if (plan.parts.length === 0) return plan;
  await keeper.insert({
    table: 'cost_plans',
    values: [{ batch: batch.batch, plan: JSON.stringify(plan) }],
    format: 'JSONEachRow',
    // If two workers distribute the same cost, both use the plan that was stored first.
    clickhouse_settings: { async_insert: 0, insert_deduplication_token: batch.batch },
  });
  const stored = await readPlan(keeper, batch);
  if (stored === undefined) throw new Error(`the plan of ${batch.batch} was stored but not found`);
  return stored;
}

async function readPlan(keeper: ClickHouseClient, { batch }: CostBatch): Promise<CostPlan | undefined> {
  const result = await keeper.query({
    query: 'SELECT plan FROM cost_plans WHERE batch = {batch:String} ORDER BY planned_at LIMIT 1',
    query_params: { batch },
    format: 'JSONEachRow',
  });
  const [row] = await result.json<{ plan: string }>();
  return row && (JSON.parse(row.plan) as CostPlan);
}

type MatchingVisits = { shard: number; visits: number; lastMs: number; lastId: string };

async function countMatching(
  client: ClickHouseClient,
  match: CostMatch,
): Promise<Omit<MatchingVisits, 'shard'>> {
  const parameters = new QueryParameters();
  const result = await client.query({
    query: `SELECT toFloat64(count()) AS visits, toFloat64(toUnixTimestamp64Milli(max(visit_time))) AS lastMs,
        toString(max((visit_time, visit_id)).2) AS lastId
      ${fromMatchingVisits(parameters, match)}`,
    query_params: parameters.values,
    format: 'JSONEachRow',
  });
  const [row] = await result.json<Omit<MatchingVisits, 'shard'>>();
  return row ?? { visits: 0, lastMs: 0, lastId: '' };
}

// The shard with the last visit gets the remainder, as the last visit does on one server.
function planParts(amount: string, shards: readonly MatchingVisits[]): CostPlan {
  const [last, ...others] = shards.toSorted(byLastVisit).toReversed();
  if (last === undefined) return { units: '0', parts: [] };
  const total = toUnits(amount);
  const count = shards.reduce((sum, { visits }) => sum + BigInt(visits), 0n);
  const { each } = allotCost(total, count);
  const parts = others.map(({ shard, visits }) => ({ shard, visits, units: each * BigInt(visits) }));
  const rest = parts.reduce((left, { units }) => left - units, total);
  return {
    units: String(each < 0n ? -each : each),
    parts: [...parts, { shard: last.shard, visits: last.visits, units: rest }].map(({ units, ...part }) => ({
      ...part,
      amount: fromUnits(units),
    })),
  };
}

// ClickHouse sorts UUIDs by their second half.
function byLastVisit(one: MatchingVisits, other: MatchingVisits): number {
  const sortKey = ({ lastId }: MatchingVisits) => lastId.slice(19) + lastId.slice(0, 18);
  return one.lastMs - other.lastMs || (sortKey(one) < sortKey(other) ? -1 : 1);
}
