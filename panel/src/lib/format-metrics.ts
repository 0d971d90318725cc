import { reportMetrics, type MetricId } from '@waypost/contract/report-metrics.ts';

export const noNumber = '–';

const counts = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 });
const decimals = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 4 });
const percents = new Intl.NumberFormat('en-GB', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const finePercents = new Intl.NumberFormat('en-GB', {
  style: 'percent',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

export function formatMetric(id: MetricId, value: number | null | undefined, currency: string): string {
  if (value === null || value === undefined) return noNumber;
  const { unit } = reportMetrics[id];
  if (unit === 'currency') return formatMoney(value, currency);
  if (unit === 'percent') return formatPercent(value);
  return withMinus((unit === 'count' ? counts : decimals).format(withoutNegativeZero(value)));
}

/**
 * Formats an amount with two decimals, or with more if a small amount, such as the cost of one visit, would round to
 * zero.
 */
export function formatMoney(value: number, currency: string): string {
  return withMinus(moneyOf(currency, isSmall(value)).format(withoutNegativeZero(value)));
}

export function formatPercent(value: number): string {
  const isRare = Math.abs(value) < 0.01 && value !== 0;
  return withMinus((isRare ? finePercents : percents).format(withoutNegativeZero(value)));
}

type Change = {
  direction: 'up' | 'down' | 'same';
  /** Signed change such as `+12.5%` or `+3.0 pp`, or "new" if the previous value was zero. */
  text: string;
};

/**
 * Returns the change from the previous value, or undefined if one of the two values is missing. Changes in ratios are
 * given in percentage points, because a percentage of a percentage is easily misread and is meaningless for values near
 * or below 0.
 */
export function describeChange(
  id: MetricId,
  value: number | null | undefined,
  before: number | null | undefined,
): Change | undefined {
  if (value === null || value === undefined || before === null || before === undefined) return undefined;
  if (value === 0 && before === 0) return undefined;
  const isRatio = reportMetrics[id].unit === 'percent';
  if (value === before) return { direction: 'same', text: isRatio ? '0 pp' : '0%' };
  const direction = value > before ? 'up' : 'down';
  if (isRatio) return { direction, text: formatPoints(value - before) };
  if (before === 0) return { direction, text: 'new' };
  const share = (value - before) / Math.abs(before);
  // From a tenfold change on, a multiple is easier to read than a percentage.
  if (Math.abs(share) >= 9.995) return { direction, text: `×${counts.format(Math.abs(value / before))}` };
  const text = `${share > 0 ? '+' : ''}${percents.format(withoutNegativeZero(share))}`;
  return { direction, text: withMinus(text) };
}

const points = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const finePoints = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/**
 * Formats a difference in percentage points: 0.032 becomes +3.2 pp. Differences below one point have two decimals, so
 * that small rates show a change.
 */
function formatPoints(difference: number): string {
  const inPoints = difference * 100;
  const text = (Math.abs(inPoints) < 1 ? finePoints : points).format(withoutNegativeZero(inPoints));
  return withMinus(`${inPoints > 0 ? '+' : ''}${text} pp`);
}

const moneyFormats = new Map<string, Intl.NumberFormat>();

function moneyOf(currency: string, small: boolean): Intl.NumberFormat {
  const key = `${currency} ${small}`;
  const known = moneyFormats.get(key);
  if (known !== undefined) return known;
  const digits = small
    ? { minimumFractionDigits: 2, maximumFractionDigits: 6, maximumSignificantDigits: 3 }
    : {};
  const made = new Intl.NumberFormat('en-GB', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    ...digits,
  });
  moneyFormats.set(key, made);
  return made;
}

function isSmall(value: number): boolean {
  return value !== 0 && Math.abs(value) < 1 && Math.abs(Math.round(value * 100) - value * 100) > 1e-9;
}

function withoutNegativeZero(value: number): number {
  return value === 0 ? 0 : value;
}

/** Replaces the hyphen with a minus sign, which is as wide as the plus sign, so that digits align. */
function withMinus(text: string): string {
  return text.replace('-', '−');
}
