import { decimalsMax, divideHalfEven, fromUnits, writeDecimal } from './decimal.ts';

const form = /^\+?(\d{1,9})?(?:\.(\d{1,40})?)?$/;
const withComma = /^\+?\d*,\d+$/;
// A thousand or one and a quarter: guessing wrong would be wrong by a factor of a thousand.
const ambiguous = /^\+?[1-9]\d{0,2},\d{3}$/;

/**
 * An amount that a stranger sent, as a decimal text with at most 12 decimals, rounded half to even. Undefined for what is
 * no plain amount from 0 to below a thousand million: signs of minus, exponents, thousands separators and currencies.
 */
export function readAmount(text: string): string | undefined {
  const match = form.exec(text.trim());
  if (match === null) return undefined;
  const [, whole = '', part = ''] = match;
  if (whole === '' && part === '') return undefined;
  return part.length <= decimalsMax ? writeDecimal(whole, part) : round(whole, part);
}

/** The same for those who write 12,50: one comma is a point where it cannot mean thousands. */
export function readAmountWithComma(text: string): string | undefined {
  const trimmed = text.trim();
  if (!withComma.test(trimmed)) return readAmount(trimmed);
  return ambiguous.test(trimmed) ? undefined : readAmount(trimmed.replace(',', '.'));
}

/** The amount divided by a power of ten, exactly. */
export function shiftPoint(amount: string, places: number): string {
  const [whole = '', part = ''] = amount.split('.');
  const padded = whole.padStart(places + 1, '0');
  return writeDecimal(padded.slice(0, -places), padded.slice(-places) + part);
}

function round(whole: string, part: string): string {
  const excess = BigInt(part.length - decimalsMax);
  return fromUnits(divideHalfEven(BigInt(whole + part), 10n ** excess));
}
