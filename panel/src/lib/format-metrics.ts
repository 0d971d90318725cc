import { reportMetrics, type MetricId } from '@waypost/contract/report-metrics.ts';

/** What stands where there is no number: nothing was divided by, or it is not known yet. */
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

/** A metric as people read it: a count, an amount of the workspace's currency, a share as per cent. */
export function formatMetric(id: MetricId, value: number | null | undefined, currency: string): string {
  if (value === null || value === undefined) return noNumber;
  const { unit } = reportMetrics[id];
  if (unit === 'currency') return formatMoney(value, currency);
  if (unit === 'percent') return formatPercent(value);
  return withMinus((unit === 'count' ? counts : decimals).format(noZeroBelow(value)));
}

/**
 * With the two decimals that people pay in. What one visit costs or brings is often less than that, and gets as many
 * more as it takes to be told from nothing.
 */
export function formatMoney(value: number, currency: string): string {
  return withMinus(moneyOf(currency, isSmall(value)).format(noZeroBelow(value)));
}

/** 0.2 is 20.0 %; what is rarer than one in a hundred keeps two decimals. */
export function formatPercent(value: number): string {
  const isRare = Math.abs(value) < 0.01 && value !== 0;
  return withMinus((isRare ? finePercents : percents).format(noZeroBelow(value)));
}

type Change = {
  direction: 'up' | 'down' | 'same';
  /** With its sign, such as `+12.5%` or `+3.0 pp`; a word where there was nothing before. */
  text: string;
};

/**
 * How far a number is from what it was before; undefined where one of them is not known. A ratio changes by percentage
 * points: a percentage of a percentage is misread, and means nothing where the ratio is near 0 or negative.
 */
export function describeChange(
  id: MetricId,
  value: number | null | undefined,
  before: number | null | undefined,
): Change | undefined {
  if (value === null || value === undefined || before === null || before === undefined) return undefined;
  // Nothing beside nothing is no news.
  if (value === 0 && before === 0) return undefined;
  const isRatio = reportMetrics[id].unit === 'percent';
  if (value === before) return { direction: 'same', text: isRatio ? '0 pp' : '0%' };
  const direction = value > before ? 'up' : 'down';
  if (isRatio) return { direction, text: formatPoints(value - before) };
  if (before === 0) return { direction, text: 'new' };
  const share = (value - before) / Math.abs(before);
  // A tenfold is no longer read as a percentage.
  if (Math.abs(share) >= 9.995) return { direction, text: `×${counts.format(Math.abs(value / before))}` };
  const text = `${share > 0 ? '+' : ''}${percents.format(noZeroBelow(share))}`;
  return { direction, text: withMinus(text) };
}

const points = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const finePoints = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** 0.032 is +3.2 pp; less than one point keeps two decimals, so that small rates show a change. */
function formatPoints(difference: number): string {
  const inPoints = difference * 100;
  const text = (Math.abs(inPoints) < 1 ? finePoints : points).format(noZeroBelow(inPoints));
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

/** Minus nothing is nothing. */
function noZeroBelow(value: number): number {
  return value === 0 ? 0 : value;
}

/** As wide as a plus sign, so that figures stand under each other. */
function withMinus(text: string): string {
  return text.replace('-', '−');
}
