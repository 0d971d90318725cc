export const decimalsMax = 12;
const one = 10n ** BigInt(decimalsMax);

const form = /^(-)?(\d+)(?:\.(\d{1,12}))?$/;

/** Converts decimal text to a whole number of units of the twelfth decimal. */
export function toUnits(decimal: string): bigint {
  const match = form.exec(decimal);
  if (match === null) throw new RangeError('not a decimal number with at most 12 decimals');
  const [, minus, whole = '', part = ''] = match;
  const units = BigInt(whole + part.padEnd(decimalsMax, '0'));
  return minus === undefined ? units : -units;
}

export function fromUnits(units: bigint): string {
  const digits = String(units < 0n ? -units : units).padStart(decimalsMax + 1, '0');
  const text = writeDecimal(digits.slice(0, -decimalsMax), digits.slice(-decimalsMax));
  return units < 0n ? `-${text}` : text;
}

/** Returns the shortest form of a decimal, so that equal numbers have the same text. */
export function writeDecimal(whole: string, part: string): string {
  const digits = part.replace(/0+$/, '');
  const front = whole.replace(/^0+(?=\d)/, '') || '0';
  return digits === '' ? front : `${front}.${digits}`;
}

/** Returns the shortest form of a decimal from a database, which can have trailing zeros, such as 12.500000. */
export function normalizeDecimal(decimal: string): string {
  return fromUnits(toUnits(decimal));
}

export function addDecimals(left: string, right: string): string {
  return fromUnits(toUnits(left) + toUnits(right));
}

export function negateDecimal(decimal: string): string {
  return fromUnits(-toUnits(decimal));
}

/** Returns the product, which is computed exactly and rounded once. */
export function multiplyDecimals(left: string, right: string): string {
  return fromUnits(divideHalfEven(toUnits(left) * toUnits(right), one));
}

/** Rounds half to even. The divisor must be positive. */
export function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  if (dividend < 0n) return -divideHalfEven(-dividend, divisor);
  const quotient = dividend / divisor;
  const twice = (dividend % divisor) * 2n;
  const isUp = twice > divisor || (twice === divisor && quotient % 2n === 1n);
  return isUp ? quotient + 1n : quotient;
}
