import { reportMetrics, type MetricId, type SummedQuantity } from '@waypost/contract/report-metrics.ts';
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

/** Everything that sums look at. */
export const summedColumns = [
  ...Object.values(columns).filter((column) => !column.includes('(')),
  'value',
  'idx',
  'status',
  'late',
  'rows',
];

/** What one sum is over rows. Figures and words in it are from our own lists. */
export function sumSql(sum: Sum): string {
  // A click whose visit nobody knows, or is not there yet, is none of a visit.
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

/** A sum as a whole number: of the twelfth decimal for amounts, of things for counts. */
export function wholeSql(sum: Sum, name: string): string {
  return isAmount(sum) ? `reinterpret(${name}, 'Int128')` : name;
}

/** The parts of a metric that rows are sorted or filtered by, for queries within queries: each part once in the text. */
type ComparedMetric = {
  /** Over sums. */
  first: string[];
  /** Over the names of `first`. */
  second: string[];
  /** Over the names of both: what answers show, in whole numbers of the twelfth decimal, or NULL. */
  shown: string;
};

const unitsOfOne = '1000000000000';

/**
 * Metrics are compared as they are shown, rounded half to even to millionths: what looks equal is equal. Answers
 * themselves are worked out of the sums, see metric-sums.ts.
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
  // Nothing may be divided by zero, also where the result is not used.
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
  if (formula.type === 'ratio') throw new Error('a ratio of ratios has no exact value');
  return nameOf(formula);
}

function exactUnits(metric: MetricId, nameOf: (sum: Sum) => string): string {
  if (listSums([metric]).every((sum) => !isAmount(sum)))
    return `toInt256(${amountSql(metric, nameOf)}) * ${unitsOfOne}`;
  return `toInt256(reinterpret(${amountSql(metric, nameOf)}, 'Int128'))`;
}
