import {
  reportMetrics,
  type MetricId,
  type SummedQuantity,
} from '@waypost/contract/reports/report-metrics.ts';
import { isAmount, listSums, type Sum } from '../../../domain/reports/metric-sums.ts';
import { noId } from '../../../domain/traffic/cells.ts';

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
  value: 'ifNull(value, toDecimal128(0, 12))',
};

export const summedColumns = [
  ...Object.values(columns).filter((column) => !column.includes('(')),
  'value',
  'idx',
  'status',
  'late',
  'rows',
];

/** Returns SQL for a sum. All values in the SQL text come from fixed lists. */
export function sumSql(sum: Sum): string {
  // A click without a stored visit does not count as a visit with clicks.
  if (sum.type === 'visitsWith')
    return `uniqExactIf(visit_id, ${columns[sum.of]} > 0 AND late != 1 AND visit_id != toUUID('${noId}'))`;
  const { of, idx, status } = sum;
  const conditions = [
    ...(idx === undefined ? [] : [`idx = ${idx}`]),
    ...(status === undefined ? [] : [`status = '${status}'`]),
  ];
  const column = columns[of];
  return conditions.length === 0 ? `sum(${column})` : `sumIf(${column}, ${conditions.join(' AND ')})`;
}

/** Converts a sum to an integer: amounts to units of 10^-12. Counts are already integers. */
export function wholeSql(sum: Sum, name: string): string {
  return isAmount(sum) ? `reinterpret(${name}, 'Int128')` : name;
}

// Expressions for a metric that rows are sorted or filtered by. They are used in nested queries, so that each
// expression is written only once.
type ComparedMetric = {
  first: string[];
  second: string[];
  /** Displayed value in integer units of 10^-12, or NULL, calculated from the expressions in `first` and `second`. */
  shown: string;
};

const unitsOfOne = '1000000000000';

/**
 * Returns SQL for the value that rows are sorted or filtered by. The value is rounded half to even to 6 decimals, as it
 * is displayed, so that values that look equal also compare as equal. The displayed values themselves are computed from
 * the sums in metric-sums.ts.
 */
export function comparedMetric(metric: MetricId, nameOf: (sum: Sum) => string, at: number): ComparedMetric {
  const { formula } = reportMetrics[metric];
  if (formula.type !== 'ratio') return { first: [], second: [], shown: shownUnits(metric, nameOf) };
  const [over, under] = [`over${at}`, `under${at}`];
  const [quotient, rest] = [`quotient${at}`, `rest${at}`];
  const first = [
    `${exactUnits(formula.of, nameOf)} AS ${over}`,
    `${exactUnits(formula.per, nameOf)} AS ${under}`,
  ];
  // A divisor of 1 avoids a division by zero, which would fail even if the result is not used.
  const divisor = `if(${under} = 0, toInt256(1), abs(${under}))`;
  const dividend = `abs(${over}) * 1000000`;
  const second = [
    `toInt256(intDiv(${dividend}, ${divisor})) AS ${quotient}`,
    `toInt256((${dividend}) % ${divisor}) * 2 AS ${rest}`,
  ];
  const isUp = `${rest} > abs(${under}) OR (${rest} = abs(${under}) AND ${quotient} % 2 != 0)`;
  const sign = `if((${over} < 0) = (${under} < 0), 1, -1)`;
  const shown = `if(${under} = 0, NULL, (${quotient} + if(${isUp}, 1, 0)) * ${sign} * 1000000)`;
  return { first, second, shown };
}

function shownUnits(metric: MetricId, nameOf: (sum: Sum) => string): string {
  const isCounted = listSums([metric]).every((sum) => !isAmount(sum));
  if (isCounted) return exactUnits(metric, nameOf);
  return `toInt256(reinterpret(roundBankers(${amountSql(metric, nameOf)}, 6), 'Int128'))`;
}

function amountSql(metric: MetricId, nameOf: (sum: Sum) => string): string {
  const { formula } = reportMetrics[metric];
  if (formula.type === 'difference')
    return `(${amountSql(formula.of, nameOf)} - ${amountSql(formula.less, nameOf)})`;
  if (formula.type === 'total')
    return `(${amountSql(formula.of, nameOf)} + ${amountSql(formula.and, nameOf)})`;
  if (formula.type === 'ratio') throw new Error('a ratio metric cannot be based on another ratio metric');
  return nameOf(formula);
}

function exactUnits(metric: MetricId, nameOf: (sum: Sum) => string): string {
  if (listSums([metric]).every((sum) => !isAmount(sum)))
    return `toInt256(${amountSql(metric, nameOf)}) * ${unitsOfOne}`;
  return `toInt256(reinterpret(${amountSql(metric, nameOf)}, 'Int128'))`;
}
