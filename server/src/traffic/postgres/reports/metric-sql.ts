import {
  reportMetrics,
  type MetricId,
  type SummedQuantity,
} from '@waypost/contract/reports/report-metrics.ts';
import { isAmount, listSums, type Sum } from '../../../domain/reports/metric-sums.ts';
import { visitUnknown } from '../../../domain/traffic/reasons.ts';
import type { MetricFilter } from '../../../domain/reports/report-definition.ts';
import type { Parameters } from '../parameters.ts';
import { rolledUpColumn } from '../rollups.ts';

const columns: Readonly<Record<SummedQuantity, string>> = {
  visits: 'visits',
  uniqueVisits: 'unique_visits',
  botVisits: 'bot_visits',
  prefetchVisits: 'prefetch_visits',
  lpviews: 'lp_views',
  lpclicks: 'lp_clicks',
  events: 'events',
  conversions: 'conversions',
  cost: 'cost',
  revenue: 'revenue',
  value: 'value',
};

const hasVisit = `NOT coalesce('${visitUnknown}' = ANY(reasons), false)`;

/** Returns SQL for a sum. All values in the SQL text come from fixed lists. */
export function sumSql(sum: Sum, isRolledUp: boolean): string {
  if (isRolledUp) return `coalesce(sum(${rolledUpColumn(sum)}), 0)`;
  // A click without a stored visit does not count as a visit with clicks.
  if (sum.type === 'visitsWith')
    return `count(DISTINCT visit_id) FILTER (WHERE ${columns[sum.of]} > 0 AND ${hasVisit})`;
  const { of, idx, status } = sum;
  const conditions = [
    ...(idx === undefined ? [] : [`idx = ${idx}`]),
    ...(status === undefined ? [] : [`status = '${status}'`]),
  ];
  const filter = conditions.length === 0 ? '' : ` FILTER (WHERE ${conditions.join(' AND ')})`;
  return `coalesce(sum(${columns[of]})${filter}, 0)`;
}

const unitsOfOne = '1000000000000';
const unitsOfMicro = '1000000';

/** Converts a sum to the text of an integer: an amount to units of 10^-12, a count without changes. */
export function wholeSql(sum: Sum, name: string): string {
  return isAmount(sum) ? `round(${name} * ${unitsOfOne})::text` : `${name}::text`;
}

/**
 * Returns SQL for the value that rows are sorted or filtered by, in integer units of 10^-12 or NULL. The value is
 * rounded half to even to 6 decimals, as it is displayed, so that values that look equal also compare as equal. The
 * displayed values themselves are computed from the sums.
 */
export function comparedMetric(metric: MetricId, nameOf: (sum: Sum) => string): string {
  const { formula } = reportMetrics[metric];
  if (formula.type === 'ratio')
    return `traffic.divide_half_even(${exactUnits(formula.of, nameOf)} * ${unitsOfMicro}, ${exactUnits(formula.per, nameOf)}) * ${unitsOfMicro}`;
  if (listSums([metric]).every((sum) => !isAmount(sum))) return exactUnits(metric, nameOf);
  return `traffic.divide_half_even(${exactUnits(metric, nameOf)}, ${unitsOfMicro}) * ${unitsOfMicro}`;
}

function exactUnits(metric: MetricId, nameOf: (sum: Sum) => string): string {
  const { formula } = reportMetrics[metric];
  if (formula.type === 'difference')
    return `(${exactUnits(formula.of, nameOf)} - ${exactUnits(formula.less, nameOf)})`;
  if (formula.type === 'total')
    return `(${exactUnits(formula.of, nameOf)} + ${exactUnits(formula.and, nameOf)})`;
  if (formula.type === 'ratio') throw new Error('a ratio metric cannot be based on another ratio metric');
  return `round(${nameOf(formula)}::numeric * ${unitsOfOne})`;
}

export function metricCondition(
  parameters: Parameters,
  value: string,
  { operator, units, isMissingMeant }: MetricFilter,
): string {
  if (operator === '>' || operator === '<')
    return `coalesce(${value} ${operator} ${parameters.bind('numeric', String(units[0] ?? 0))}, false)`;
  const isListed = `coalesce(${value} = ANY(${parameters.bind('numeric[]', units.map(String))}), false)`;
  const isMatch = isMissingMeant ? `(${isListed} OR ${value} IS NULL)` : isListed;
  return operator === '=' ? isMatch : `NOT ${isMatch}`;
}
