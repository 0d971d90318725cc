import type { MetricInfo } from './describe-metric.ts';

const significantDigits = 3;
const decimalsMax = 6;
const valueDecimalsMax = 4;
// Rates around this value and below, such as conversion rates, need two decimals to be compared.
const smallRate = 0.1;

/**
 * Returns the number of decimals for all values of a column, so that they can be compared at a glance. Prices per visit
 * or click have three significant digits for a typical value, and sums for the largest value.
 */
export function columnDecimals(
  { unit, isSummed, decimals }: MetricInfo,
  values: readonly (number | null | undefined)[],
  currency: string,
): number {
  const sizes = values
    .flatMap((value) => (typeof value === 'number' && value !== 0 ? [Math.abs(value)] : []))
    .toSorted((one, other) => one - other);
  if (decimals !== undefined) return decimals;
  const [largest, middle] = [sizes.at(-1), sizes[Math.floor(sizes.length / 2)]];
  if (unit === 'count') return 0;
  if (unit === 'percent') return middle !== undefined && middle < smallRate ? 2 : 1;
  if (unit === 'number') return Math.max(0, ...sizes.slice(0, 200).map(decimalsOf));
  const usual = currencyDecimals(currency);
  const typical = isSummed ? largest : middle;
  if (typical === undefined || typical >= 1) return usual;
  const needed = significantDigits - 1 - Math.floor(Math.log10(typical));
  return Math.min(decimalsMax, Math.max(usual, roundsTo(typical, usual) ? usual : needed));
}

// Returns true if the usual decimals of the currency already show the whole value.
function roundsTo(value: number, decimals: number): boolean {
  return Math.abs(Number(value.toFixed(decimals)) - value) < 1e-9;
}

function decimalsOf(value: number): number {
  const [, fraction = ''] = value.toFixed(valueDecimalsMax).replace(/0+$/, '').split('.');
  return fraction.length;
}

function currencyDecimals(currency: string): number {
  return (
    new Intl.NumberFormat('en-GB', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ??
    2
  );
}
