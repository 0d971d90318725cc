import {
  reportMetrics,
  type MetricFormula,
  type MetricId,
} from '@waypost/contract/reports/report-metrics.ts';
import { decimalsMax, divideHalfEven } from '../money/decimal.ts';

export type Sum = Extract<MetricFormula, { type: 'sum' | 'visitsWith' }>;

export type SumUnits = ReadonlyMap<string, bigint>;

const unitsOfOne = 10n ** BigInt(decimalsMax);
const microsOfOne = 1_000_000n;

export function nameSum(sum: Sum): string {
  return sum.type === 'sum' ? `${sum.of} ${sum.idx ?? ''} ${sum.status ?? ''}` : `visits with ${sum.of}`;
}

export function isAmount(sum: Sum): boolean {
  return sum.type === 'sum' && (sum.of === 'cost' || sum.of === 'revenue' || sum.of === 'value');
}

const ofConversions: ReadonlySet<string> = new Set(['events', 'conversions', 'revenue', 'value']);

// Returns true for sums of conversions, which can be counted at their own time instead of the time of their visit.
export function isOfConversions(sum: Sum): boolean {
  return sum.type === 'sum' && ofConversions.has(sum.of);
}

export function listSums(metrics: readonly MetricId[]): Sum[] {
  const sums = metrics.flatMap(sumsOf);
  return [...new Map(sums.map((sum) => [nameSum(sum), sum])).values()];
}

function sumsOf(metric: MetricId): Sum[] {
  const { formula } = reportMetrics[metric];
  if (formula.type === 'difference') return [...sumsOf(formula.of), ...sumsOf(formula.less)];
  if (formula.type === 'total') return [...sumsOf(formula.of), ...sumsOf(formula.and)];
  if (formula.type === 'ratio') return [...sumsOf(formula.of), ...sumsOf(formula.per)];
  return [formula];
}

export function readUnits(sum: Sum, text: string): bigint {
  return isAmount(sum) ? BigInt(text) : BigInt(text) * unitsOfOne;
}

// Exact quotient. The divisor is not zero.
export type Fraction = { over: bigint; under: bigint };

// Returns the exact value of a metric, or null for a ratio whose divisor is zero.
export function metricFraction(metric: MetricId, sums: SumUnits): Fraction | null {
  const { formula } = reportMetrics[metric];
  if (formula.type !== 'ratio') return { over: computeUnits(metric, sums), under: unitsOfOne };
  const under = computeUnits(formula.per, sums);
  return under === 0n ? null : { over: computeUnits(formula.of, sums), under };
}

/** Returns a metric in millionths, rounded half to even, or null for a ratio whose divisor is zero. */
export function computeMicros(metric: MetricId, sums: SumUnits): bigint | null {
  const value = metricFraction(metric, sums);
  return value === null ? null : roundToMicros(value);
}

export function roundToMicros({ over, under }: Fraction): bigint {
  const dividend = over * microsOfOne;
  return under < 0n ? divideHalfEven(-dividend, -under) : divideHalfEven(dividend, under);
}

function computeUnits(metric: MetricId, sums: SumUnits): bigint {
  const { formula } = reportMetrics[metric];
  if (formula.type === 'difference') return computeUnits(formula.of, sums) - computeUnits(formula.less, sums);
  if (formula.type === 'total') return computeUnits(formula.of, sums) + computeUnits(formula.and, sums);
  if (formula.type === 'ratio') throw new Error('a ratio metric cannot be based on another ratio metric');
  const units = sums.get(nameSum(formula));
  if (units === undefined) throw new Error(`the sum ${nameSum(formula)} was not requested`);
  return units;
}
