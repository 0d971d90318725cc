import { decimalsMax, divideHalfEven, fromUnits, toUnits, writeDecimal } from './decimal.ts';

const form = /^\+?(\d{1,9})?(?:\.(\d{1,40})?)?$/;
const wholeDigitsMax = 9;
const withComma = /^\+?\d*,\d+$/;
// Form of an ambiguous amount: `1,250` could be 1250 or 1.25, and a wrong guess would be off by a factor of a
// thousand.
const ambiguous = /^\+?[1-9]\d{0,2},\d{3}$/;

/**
 * Parses an amount from an external source as decimal text with at most 12 decimals, rounded half to even. Returns
 * undefined unless the text is a plain amount that is at least 0 and below one billion, without a minus sign, exponent,
 * thousands separator or currency.
 */
export function readAmount(text: string): string | undefined {
  if (isNormal(text)) return text;
  const match = form.exec(text.trim());
  if (match === null) return undefined;
  const [, whole = '', part = ''] = match;
  if (whole === '' && part === '') return undefined;
  return part.length <= decimalsMax ? writeDecimal(whole, part) : round(whole, part);
}

const [zero, nine, point] = [0x30, 0x39, 0x2e];

// Returns true if the text is already normalized, as in most traffic, so that no regular expression runs for most
// visits.
function isNormal(text: string): boolean {
  const { length } = text;
  let pointAt = length;
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === point && pointAt === length) pointAt = at;
    else if (code < zero || code > nine) return false;
  }
  const decimals = Math.max(0, length - pointAt - 1);
  if (pointAt === 0 || pointAt > wholeDigitsMax || decimals > decimalsMax) return false;
  if (pointAt > 1 && text.charCodeAt(0) === zero) return false;
  return pointAt === length || (decimals > 0 && text.charCodeAt(length - 1) !== zero);
}

/** Parses an amount that may have a decimal comma, such as 12,50. A comma that could separate thousands is rejected. */
export function readAmountWithComma(text: string): string | undefined {
  const trimmed = text.trim();
  if (!withComma.test(trimmed)) return readAmount(trimmed);
  return ambiguous.test(trimmed) ? undefined : readAmount(trimmed.replace(',', '.'));
}

/** Divides an amount by a power of ten without rounding. */
export function shiftPoint(amount: string, places: number): string {
  const [whole = '', part = ''] = amount.split('.');
  const padded = whole.padStart(places + 1, '0');
  return writeDecimal(padded.slice(0, -places), padded.slice(-places) + part);
}

function round(whole: string, part: string): string {
  const excess = BigInt(part.length - decimalsMax);
  return fromUnits(divideHalfEven(BigInt(whole + part), 10n ** excess));
}

const shownDecimals = 6;
const excess = 10n ** BigInt(decimalsMax - shownDecimals);
const shortForm = new RegExp(String.raw`^-?\d{1,9}(?:\.\d{1,${shownDecimals}})?$`);

/** Converts an exact decimal to a JSON number, rounded once, half to even, to 6 decimals. */
export function toNumber(decimal: string): number {
  if (decimal === '0') return 0;
  if (shortForm.test(decimal)) return Number(decimal);
  const units = divideHalfEven(toUnits(decimal), excess);
  const digits = String(units < 0n ? -units : units).padStart(shownDecimals + 1, '0');
  const number = Number(`${digits.slice(0, -shownDecimals)}.${digits.slice(-shownDecimals)}`);
  // The sign is applied last, so that zero never becomes minus zero, which JSON cannot represent.
  return units < 0n ? -number : number;
}
