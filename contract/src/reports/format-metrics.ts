import type { MetricInfo } from './describe-metric.ts';

export const noNumber = '–';

const counts = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 });
const numbers = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 4 });
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

// With `decimals`, all values have the same number of decimals, as in a column of a table.
export function formatMetric(
  { unit, decimals: own }: MetricInfo,
  value: number | null | undefined,
  currency: string,
  decimals?: number,
): string {
  if (value === null || value === undefined) return noNumber;
  const fixed = decimals ?? own;
  if (fixed !== undefined) return formatFixed(unit, value, { currency, decimals: fixed });
  if (unit === 'currency') return formatMoney(value, currency);
  if (unit === 'percent') return formatPercent(value);
  return withMinus((unit === 'count' ? counts : numbers).format(withoutNegativeZero(value)));
}

const fixedFormats = new Map<string, Intl.NumberFormat>();

function formatFixed(
  unit: string,
  value: number,
  { currency, decimals }: { currency: string; decimals: number },
): string {
  const key = `${unit} ${currency} ${decimals}`;
  let format = fixedFormats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat('en-GB', {
      ...(unit === 'currency' ? { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } : {}),
      ...(unit === 'percent' ? { style: 'percent' } : {}),
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      // A small loss is shown as 0.00, not as −0.00.
      signDisplay: 'negative',
    });
    fixedFormats.set(key, format);
  }
  return withMinus(format.format(value));
}

// Formats an amount with the decimals of its currency. An amount below 1, such as the cost of one visit, has up to three
// significant digits.
export function formatMoney(value: number, currency: string): string {
  const { usual, small } = moneyFormatsOf(currency);
  return withMinus((isSmall(value, usual) ? small : usual).format(withoutNegativeZero(value)));
}

export function formatPercent(value: number): string {
  const isRare = Math.abs(value) < 0.01 && value !== 0;
  return withMinus((isRare ? finePercents : percents).format(withoutNegativeZero(value)));
}

type MetricChange = {
  direction: 'up' | 'down' | 'same';
  // Signed change such as `+12.5%` or `+3.0 pp`, or "new" if the previous value was zero.
  text: string;
};

// Returns the change from the previous value, or undefined if one of the two values is missing. Changes in ratios are
// given in percentage points, because a percentage of a percentage is easily misread and is meaningless for values near
// or below 0.
export function describeChange(
  { unit }: MetricInfo,
  value: number | null | undefined,
  before: number | null | undefined,
): MetricChange | undefined {
  if (value === null || value === undefined || before === null || before === undefined) return undefined;
  if (value === 0 && before === 0) return undefined;
  const isRatio = unit === 'percent';
  if (value === before) return { direction: 'same', text: isRatio ? '0 pp' : '0%' };
  const direction = value > before ? 'up' : 'down';
  if (isRatio) return { direction, text: formatPoints(value - before) };
  if (before === 0) return { direction, text: 'new' };
  const share = (value - before) / Math.abs(before);
  // For a tenfold change or more, a multiple is easier to read than a percentage. A change of sign has no multiple.
  const isMultiple = Math.abs(share) >= 9.995 && value / before > 0;
  if (isMultiple) return { direction, text: `×${counts.format(Math.abs(value / before))}` };
  const text = `${share > 0 ? '+' : ''}${percents.format(withoutNegativeZero(share))}`;
  return { direction, text: withMinus(text) };
}

const points = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const finePoints = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

// Formats a difference in percentage points: 0.032 becomes +3.2 pp. Differences below one point have two decimals, so
// that changes in small rates are visible.
function formatPoints(difference: number): string {
  const inPoints = difference * 100;
  const text = (Math.abs(inPoints) < 1 ? finePoints : points).format(withoutNegativeZero(inPoints));
  return withMinus(`${inPoints > 0 ? '+' : ''}${text} pp`);
}

type MoneyFormats = { usual: Intl.NumberFormat; small: Intl.NumberFormat };
const moneyFormats = new Map<string, MoneyFormats>();

function moneyFormatsOf(currency: string): MoneyFormats {
  const known = moneyFormats.get(currency);
  if (known !== undefined) return known;
  const options = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const;
  const made = {
    usual: new Intl.NumberFormat('en-GB', options),
    small: new Intl.NumberFormat('en-GB', { ...options, maximumSignificantDigits: 3 }),
  };
  moneyFormats.set(currency, made);
  return made;
}

// Returns true if the usual format of the currency would drop one of the first three significant digits.
function isSmall(value: number, usual: Intl.NumberFormat): boolean {
  if (Math.abs(value) >= 1) return false;
  const significant = Number(value.toPrecision(3));
  return Number(significant.toFixed(usual.resolvedOptions().maximumFractionDigits)) !== significant;
}

function withoutNegativeZero(value: number): number {
  return value === 0 ? 0 : value;
}

// Replaces the hyphen with a minus sign, which is as wide as the plus sign, so that digits align.
function withMinus(text: string): string {
  return text.replace('-', '−');
}
