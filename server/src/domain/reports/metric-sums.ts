import {
  reportMetrics,
  type MetricFormula,
  type MetricId,
} from '@waypost/contract/reports/report-metrics.ts';
import { decimalsMax, divideHalfEven } from '../money/decimal.ts';

export type Sum = Extract<MetricFormula, { type: 'sum' | 'visitsWith' }>;

export type SumUnits = ReadonlyMap<string, bigint>;

const unitsOfOne = 10n ** BigInt(decimalsMax);
const unitsOfMicro = 1_000_000n;
const microsOfOne = 1_000_000n;

export function nameSum(sum: Sum): string {
  return sum.type === 'sum' ? `${sum.of} ${sum.idx ?? ''} ${sum.status ?? ''}` : `visits with ${sum.of}`;
}

export function isAmount(sum: Sum): boolean {
  return sum.type === 'sum' && (sum.of === 'cost' || sum.of === 'revenue' || sum.of === 'value');
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

/** Returns a metric in millionths, rounded half to even, or null for a ratio whose divisor is zero. */
export function computeMicros(metric: MetricId, sums: SumUnits): bigint | null {
  const { formula } = reportMetrics[metric];
  if (formula.type !== 'ratio') return divideHalfEven(computeUnits(metric, sums), unitsOfMicro);
  const divisor = computeUnits(formula.per, sums);
  if (divisor === 0n) return null;
  const dividend = computeUnits(formula.of, sums) * microsOfOne;
  return divisor < 0n ? divideHalfEven(-dividend, -divisor) : divideHalfEven(dividend, divisor);
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
