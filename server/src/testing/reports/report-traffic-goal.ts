import { rowsOfChange } from '../../domain/conversions/conversion-rows.ts';
import type { Conversion } from '../../domain/conversions/index.ts';
import { fromUnits } from '../../domain/money/decimal.ts';
import type { RecordedVisit } from '../../domain/traffic/recorded-visit.ts';
import { expiryDay } from '../../domain/traffic/time-cells.ts';
import { newId } from '../../platform/ids.ts';
import { buildGoalRow } from '../../services/conversions/goal-rows.ts';
import type { ModelRow } from './report-model-metrics.ts';
import type { Random } from './report-queries.ts';

export type TimedRow = { timeMs: number; row: string };

const dayMs = 86_400_000;
const histories = [
  ['approved'],
  ['hold'],
  ['hold', 'approved'],
  ['hold', 'rejected'],
  ['approved', 'refunded'],
  ['approved', 'rejected', 'approved'],
] as const;

/** Amounts are integers in units of 10^-12. */
type GoalAmounts = {
  revenue: bigint;
  flatCost: bigint;
  shareCost: bigint;
  value: bigint | null;
  isOutside: boolean;
};

export type MadeGoal = { rows: TimedRow[]; facts: ModelRow[] };

export function makeGoal(recorded: RecordedVisit, visit: ModelRow, random: Random): MadeGoal {
  const revenue = BigInt(1 + random.below(1_000_000)) * 1_234_567n;
  const amounts: GoalAmounts = {
    revenue,
    flatCost: BigInt(random.below(1_000)) * 7_777n,
    shareCost: revenue / 7n,
    value: random.below(2) === 0 ? revenue * 3n : null,
    isOutside: random.below(4) === 0,
  };
  const conversion = {
    idx: 1 + random.below(random.below(3) === 0 ? 20 : 2),
    transactionId: 't',
    ordinal: 0,
    event: 'sale',
    label: 'Sale',
    isConversion: random.below(4) !== 0,
    hasEarned: true,
    changedMs: visit.visitTimeMs,
    sent: null,
    amounts: writeAmounts(amounts),
    isFromPage: false,
  };
  const statuses = random.pick(histories);
  const rows: TimedRow[] = [];
  const facts: ModelRow[] = [];
  let before: Conversion | null = null;
  for (const [step, status] of statuses.entries()) {
    const isRejectionCounted = conversion.isConversion && status === 'rejected';
    const after: Conversion = { ...conversion, status, isRejectionCounted };
    const timeMs = visit.visitTimeMs + (step + 1) * dayMs * (1 + random.below(20));
    const { workspaceId } = recorded;
    const context = {
      workspaceId,
      visit: recorded,
      timeMs,
      expires: expiryDay(visit.visitTimeMs, 3_000),
    };
    for (const row of rowsOfChange(before, after))
      rows.push(buildGoalRow(row, { ...context, id: newId(timeMs) }));
    // A change takes back what the previous status counted.
    const previous = before === null ? [] : listFacts(visit, conversion, amounts, before.status);
    const now = listFacts(visit, conversion, amounts, status);
    facts.push(...[...previous.map(negate), ...now].map((fact) => ({ ...fact, receivedMs: timeMs })));
    before = after;
  }
  return { rows, facts };
}

function negate(fact: ModelRow): ModelRow {
  const counts = Object.fromEntries(Object.entries(fact.counts).map(([name, count]) => [name, -count]));
  return { ...fact, counts, cost: -fact.cost, revenue: -fact.revenue, value: -fact.value };
}

function writeAmounts({
  revenue,
  flatCost,
  shareCost,
  value,
  isOutside,
}: GoalAmounts): Conversion['amounts'] {
  const outside = { revenue: fromUnits(revenue), flatCost: fromUnits(flatCost), shareCost: '0' };
  return {
    payout: '1',
    currency: 'USD',
    revenue: fromUnits(revenue),
    value: value === null ? null : fromUnits(value),
    flatCost: fromUnits(flatCost),
    shareCost: fromUnits(shareCost),
    outside: isOutside ? outside : { revenue: '0', flatCost: '0', shareCost: '0' },
  };
}

function listFacts(
  visit: ModelRow,
  { idx, isConversion }: { idx: number; isConversion: boolean },
  { revenue, flatCost, shareCost, value, isOutside }: GoalAmounts,
  status: string,
): ModelRow[] {
  const [isCounting, isEarning] = [status !== 'rejected', status === 'hold' || status === 'approved'];
  const earned = (amount: bigint) => (isEarning ? amount : 0n);
  const counted = (amount: bigint) => (isCounting ? amount : 0n);
  const counts = {
    events: isCounting ? 1 : 0,
    conversions: isCounting && isConversion ? 1 : 0,
    rejections: !isCounting && isConversion ? 1 : 0,
  };
  const cost = counted(flatCost) + earned(shareCost);
  const goal = { ...visit, counts, revenue: earned(revenue), cost, value: counted(value ?? 0n), idx, status };
  const outside = { revenue: -earned(revenue), cost: -counted(flatCost), status };
  return isOutside ? [goal, { ...visit, counts: {}, ...outside }] : [goal];
}
