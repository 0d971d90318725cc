import { decimalsMax, divideHalfEven, toUnits } from './decimal.ts';

/** Of a number that the API answers with. */
const shownDecimals = 6;
const excess = 10n ** BigInt(decimalsMax - shownDecimals);
const usual = new RegExp(String.raw`^-?\d{1,9}(?:\.\d{1,${shownDecimals}})?$`);

/** An exact decimal as a number for JSON, rounded once, half to even, to 6 decimals. */
export function toNumber(decimal: string): number {
  if (decimal === '0') return 0;
  if (usual.test(decimal)) return Number(decimal);
  const units = divideHalfEven(toUnits(decimal), excess);
  const digits = String(units < 0n ? -units : units).padStart(shownDecimals + 1, '0');
  const number = Number(`${digits.slice(0, -shownDecimals)}.${digits.slice(-shownDecimals)}`);
  // Not minus zero, which JSON would not tell from zero and a comparison might.
  return units < 0n ? -number : number;
}
