import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateFormula } from './evaluate-formula.ts';
import { listSums, nameSum, type SumUnits } from './metric-sums.ts';
import { parseFormula } from './parse-formula.ts';

// Generated expression, with its text and its value as an exact fraction or null. The values are computed here, without
// the parser.
type Fraction = readonly [bigint, bigint] | null;
type Expression = { text: string; value: Fraction };

const one = 10n ** 12n;
const metrics = ['visits', 'conversions', 'cost', 'revenue', 'profit', 'epc', 'lpclicks'] as const;
const parts = ['visits', 'conversions', 'cost', 'revenue', 'lpclicks'] as const;

function sumsOf(units: readonly bigint[]): SumUnits {
  return new Map(parts.flatMap((id, at) => listSums([id]).map((sum) => [nameSum(sum), units[at] ?? 0n])));
}

function expressionOf(units: readonly bigint[]): fc.Arbitrary<Expression> {
  const unitsOf = (id: (typeof parts)[number]) => units[parts.indexOf(id)] ?? 0n;
  const values: Record<(typeof metrics)[number], Fraction> = {
    visits: [unitsOf('visits'), one],
    conversions: [unitsOf('conversions'), one],
    cost: [unitsOf('cost'), one],
    revenue: [unitsOf('revenue'), one],
    lpclicks: [unitsOf('lpclicks'), one],
    profit: [unitsOf('revenue') - unitsOf('cost'), one],
    epc: unitsOf('lpclicks') === 0n ? null : [unitsOf('revenue'), unitsOf('lpclicks')],
  };
  const named = fc.constantFrom(...metrics).map((id): Expression => ({ text: id, value: values[id] }));
  const number = fc
    .tuple(fc.integer({ min: 0, max: 999 }), fc.integer({ min: 0, max: 99 }))
    .map(([whole, part]): Expression => ({
      text: `${whole}.${String(part).padStart(2, '0')}`,
      value: [BigInt(whole * 100 + part), 100n],
    }));
  return fc.letrec<{ any: Expression }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 6, depthSize: 'medium' },
      named,
      number,
      tie('any').map(({ text, value }) => ({
        text: `-(${text})`,
        value: value && ([-value[0], value[1]] as const),
      })),
      fc
        .tuple(fc.constantFrom('+', '-', '*', '/'), tie('any'), tie('any'))
        .map(([operator, left, right]) => ({
          text: `(${left.text}) ${operator} (${right.text})`,
          value: combine(operator, left.value, right.value),
        })),
    ),
  })).any;
}

function combine(operator: string, left: Fraction, right: Fraction): Fraction {
  if (left === null || right === null) return null;
  const [[a, b], [c, d]] = [left, right];
  if (operator === '*') return [a * c, b * d];
  if (operator === '/') return c === 0n ? null : [a * d, b * c];
  return [operator === '+' ? a * d + c * b : a * d - c * b, b * d];
}

// The rounded value is the closest multiple of a millionth, and an even one if two are equally close.
function isRounded(micros: bigint, [over, under]: readonly [bigint, bigint]): boolean {
  const size = under < 0n ? -under : under;
  const twice = (micros * under - over * 1_000_000n) * 2n;
  const distance = twice < 0n ? -twice : twice;
  return distance < size || (distance === size && micros % 2n === 0n);
}

const amounts = fc.tuple(
  ...parts.map((id) =>
    id === 'cost' || id === 'revenue'
      ? fc.oneof(fc.constant(0n), fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }))
      : fc.integer({ min: 0, max: 5 }).map((count) => BigInt(count) * one),
  ),
);

describe('evaluateFormula', () => {
  it('returns the exactly rounded value of generated expressions, or null for a division by zero', () => {
    fc.assert(
      fc.property(
        amounts.chain((units) => fc.tuple(fc.constant(units), expressionOf(units))),
        ([units, { text, value }]) => {
          const reading = parseFormula(text);
          if ('problem' in reading) {
            expect(reading.problem).toBe('must use at least one metric');
            return;
          }
          const micros = evaluateFormula(reading.formula, sumsOf(units));
          if (value === null || micros === null) expect(micros).toBe(value);
          else expect(isRounded(micros, value), `${text} = ${micros}`).toBe(true);
        },
      ),
    );
  });

  it('returns the same value with and without redundant parentheses', () => {
    const sums = sumsOf([7n * one, 3n * one, 5n * one, 11n * one, 2n * one]);
    const valueOf = (text: string) => {
      const reading = parseFormula(text);
      if ('problem' in reading) throw new Error(reading.problem);
      return evaluateFormula(reading.formula, sums);
    };
    expect(valueOf('revenue - cost - 2 * visits / lpclicks / 2')).toBe(
      valueOf('((revenue - cost) - (((2 * visits) / lpclicks) / 2))'),
    );
    expect(valueOf('revenue / conversions')).toBe(3_666_667n);
    expect(valueOf('-revenue / 8 / 1000000')).toBe(-1n);
    expect(valueOf('0.0000005 * visits / visits')).toBe(0n);
    expect(valueOf('0.0000015 * visits / visits')).toBe(2n);
  });
});
