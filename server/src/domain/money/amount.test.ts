import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAmount, readAmountWithComma, shiftPoint, toNumber } from './amount.ts';
import { fromUnits } from './decimal.ts';

describe('readAmount', () => {
  it.each([
    ['0.0125', '0.0125'],
    ['1', '1'],
    [' 00012.50 ', '12.5'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['+2.5', '2.5'],
    ['0', '0'],
    ['0.000', '0'],
    ['999999999.999999999999', '999999999.999999999999'],
  ])('parses %j as %j', (sent, read) => {
    expect(readAmount(sent)).toBe(read);
  });

  it.each([
    '',
    '.',
    '-1',
    '1e3',
    '1,5',
    '1 000',
    '$1',
    'NaN',
    'Infinity',
    '1000000000',
    '0x10',
    '1.2.3',
    '1/5',
    '1:5',
    '.5.',
    '١',
  ])('rejects %j', (sent) => {
    expect(readAmount(sent)).toBeUndefined();
  });

  it.each([
    ['0.0000000000005', '0'],
    ['0.0000000000015', '0.000000000002'],
    ['0.0000000000025', '0.000000000002'],
    ['0.00000000000250000001', '0.000000000003'],
    ['0.9999999999995', '1'],
    ['1.2345678901234', '1.234567890123'],
  ])('rounds %s half to even, to %s', (sent, read) => {
    expect(readAmount(sent)).toBe(read);
  });

  it('returns the same result with and without the fast path', () => {
    const piece = fc.constantFrom('0', '1', '90', '123456', '.', '/', ':', '-', '+', ' ', 'e');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const text = pieces.join('');
        // A leading space disables the fast path.
        expect([text, readAmount(text)]).toEqual([text, readAmount(` ${text}`)]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('preserves 12 decimals of any amount', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 21n - 1n), (scaled) => {
        const digits = String(scaled).padStart(13, '0');
        const sent = `${digits.slice(0, -12)}.${digits.slice(-12)}`;
        const read = readAmount(sent) ?? '';
        const [whole = '', part = ''] = read.split('.');
        expect(BigInt(whole + part.padEnd(12, '0'))).toBe(scaled);
      }),
    );
  });
});

describe('readAmountWithComma', () => {
  it.each([
    ['12,50', '12.5'],
    ['12.50', '12.5'],
    ['0,125', '0.125'],
    [',5', '0.5'],
    ['1234,567', '1234.567'],
    [' +7,1234 ', '7.1234'],
  ])('parses %j as %j', (sent, read) => {
    expect(readAmountWithComma(sent)).toBe(read);
  });

  it.each(['1,234', '12,345', '999,000', '1,234.56', '1.234,56', '1,2,3', '5,', ',', '-1,5', ''])(
    'rejects %j',
    (sent) => {
      expect(readAmountWithComma(sent)).toBeUndefined();
    },
  );
});

describe('shiftPoint', () => {
  it.each([
    ['2.5', 3, '0.0025'],
    ['1000', 3, '1'],
    ['0.000001', 3, '0.000000001'],
    ['0', 3, '0'],
    ['12', 1, '1.2'],
  ])('shifts %s by %i places to %s', (amount, places, shifted) => {
    expect(shiftPoint(amount, places)).toBe(shifted);
  });
});

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
  ])('converts %s to %d', (decimal, number) => {
    expect(toNumber(decimal)).toBe(number);
  });

  it('never returns minus zero', () => {
    expect(toNumber('-0.0000001')).toBe(0);
  });

  it('is off by at most half a unit of the sixth decimal', () => {
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
