import { decimalsMax } from '../money/decimal.ts';
import { metricFraction, roundToMicros, type Fraction, type SumUnits } from './metric-sums.ts';
import type { Formula } from './parse-formula.ts';

const unitsOfOne = 10n ** BigInt(decimalsMax);

// Returns the value in millionths, computed exactly and rounded half to even once, or null if the formula or one of its
// metrics divides by zero.
export function evaluateFormula(formula: Formula, sums: SumUnits): bigint | null {
  const value = valueOf(formula, sums);
  return value === null ? null : roundToMicros(value);
}

function valueOf(formula: Formula, sums: SumUnits): Fraction | null {
  if (formula.type === 'number') return { over: formula.units, under: unitsOfOne };
  if (formula.type === 'metric') return metricFraction(formula.id, sums);
  if (formula.type === 'negation') {
    const value = valueOf(formula.of, sums);
    return value === null ? null : { over: -value.over, under: value.under };
  }
  const [left, right] = [valueOf(formula.left, sums), valueOf(formula.right, sums)];
  if (left === null || right === null) return null;
  const { operator } = formula;
  if (operator === '*') return { over: left.over * right.over, under: left.under * right.under };
  if (operator === '/')
    return right.over === 0n ? null : { over: left.over * right.under, under: left.under * right.over };
  const [one, other] = [left.over * right.under, right.over * left.under];
  return { over: operator === '+' ? one + other : one - other, under: left.under * right.under };
}
