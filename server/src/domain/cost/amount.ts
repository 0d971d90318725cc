const form = /^\+?(\d{1,9})?(?:\.(\d{1,40})?)?$/;
const decimalsMax = 12;

/**
 * An amount that a stranger sent, as a decimal text with at most 12 decimals, rounded half to even. Undefined for what is
 * no plain amount from 0 to below a thousand million: signs of minus, exponents, thousands separators and currencies.
 */
export function readAmount(text: string): string | undefined {
  const match = form.exec(text.trim());
  if (match === null) return undefined;
  const [, whole = '', part = ''] = match;
  if (whole === '' && part === '') return undefined;
  return part.length <= decimalsMax ? writeAmount(whole, part) : round(whole, part);
}

/** The amount divided by a power of ten, exactly. */
export function shiftPoint(amount: string, places: number): string {
  const [whole = '', part = ''] = amount.split('.');
  const padded = whole.padStart(places + 1, '0');
  return writeAmount(padded.slice(0, -places), padded.slice(-places) + part);
}

function writeAmount(whole: string, part: string): string {
  const digits = part.replace(/0+$/, '');
  const front = whole.replace(/^0+(?=\d)/, '') || '0';
  return digits === '' ? front : `${front}.${digits}`;
}

function round(whole: string, part: string): string {
  const kept = BigInt((whole || '0') + part.slice(0, decimalsMax));
  const rest = part.slice(decimalsMax);
  const half = `5${'0'.repeat(rest.length - 1)}`;
  const isUp = rest > half || (rest === half && kept % 2n === 1n);
  return shiftPoint(String(isUp ? kept + 1n : kept), decimalsMax);
}
