import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromUnits } from './decimal.ts';
import { toNumber } from './to-number.ts';

describe('toNumber', () => {
  it.each([
    ['0', 0],
    ['0.004200000000', 0.0042],
    ['12.5', 12.5],
    ['-3.25', -3.25],
    ['0.0000005', 0],
    ['0.0000015', 0.000002],
    ['-0.0000015', -0.000002],
    ['0.000000500001', 0.000001],
    ['99999999999999999999.123456', 1e20],
  ])('makes of %s the number %d', (decimal, number) => {
    expect(toNumber(decimal)).toBe(number);
  });

  it('has no minus zero', () => {
    expect(toNumber('-0.0000001')).toBe(0);
  });

  it('is never further away than half of the last decimal', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), (units) => {
        const shown = toNumber(fromUnits(units)).toFixed(6);
        const back = BigInt(shown.replace('.', '')) * 1_000_000n;
        const distance = back > units ? back - units : units - back;
        expect(distance).toBeLessThanOrEqual(500_000n);
      }),
    );
  });
});
