import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDecimals,
  divideHalfEven,
  fromUnits,
  multiplyDecimals,
  negateDecimal,
  toUnits,
} from './decimal.ts';

const units = fc.bigInt(-(10n ** 30n), 10n ** 30n);

describe('toUnits', () => {
  it.each([
    ['0', 0n],
    ['1', 1_000_000_000_000n],
    ['-0.000000000001', -1n],
    ['12.5', 12_500_000_000_000n],
  ])('converts %s to %s units and back', (text, expected) => {
    expect(toUnits(text)).toBe(expected);
    expect(fromUnits(expected)).toBe(text);
  });

  it.each(['', '.5', '5.', '1e3', '0.0000000000001', '+1', '1,5', ' 1'])('rejects %j', (text) => {
    expect(() => toUnits(text)).toThrow(RangeError);
  });

  it('round-trips any number', () => {
    fc.assert(
      fc.property(units, (number) => {
        expect(toUnits(fromUnits(number))).toBe(number);
      }),
    );
  });
});

it('addDecimals is exact, and a number plus its negative is zero', () => {
  fc.assert(
    fc.property(units, units, (left, right) => {
      expect(toUnits(addDecimals(fromUnits(left), fromUnits(right)))).toBe(left + right);
      expect(addDecimals(fromUnits(left), negateDecimal(fromUnits(left)))).toBe('0');
    }),
  );
});

it.each([
  ['2.5', '0.4', '1'],
  ['0.1', '0.2', '0.02'],
  ['0.000001', '0.0000005', '0'],
  ['0.000001', '0.0000015', '0.000000000002'],
  ['0.000001', '0.0000025', '0.000000000002'],
  ['-0.000001', '0.0000015', '-0.000000000002'],
  ['999999999.999999999999', '999999999999.999999999999', '999999999999999999998.999'],
])('multiplyDecimals: %s times %s is %s', (left, right, product) => {
  expect(multiplyDecimals(left, right)).toBe(product);
});

it('divideHalfEven returns the nearest whole number, or the even number if two are equally near', () => {
  expect([5n, 15n, 25n, 14n, 16n, -15n, -25n].map((dividend) => divideHalfEven(dividend, 10n))).toEqual([
    0n,
    2n,
    2n,
    1n,
    2n,
    -2n,
    -2n,
  ]);
});
