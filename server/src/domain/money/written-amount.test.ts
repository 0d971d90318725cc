import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readWrittenAmount, type DecimalMark } from './written-amount.ts';

const shown = (text: string, mark: DecimalMark | null = null) => {
  const read = readWrittenAmount(text, mark);
  return read && `${read.isNegative ? '-' : ''}${read.amount} ${read.currencies[0] ?? ''}`.trim();
};

describe('readWrittenAmount', () => {
  it.each([
    ['0', '0'],
    ['12.50', '12.5'],
    ['+7', '7'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['1.234', '1.234'],
    // Decimal comma.
    ['5,50', '5.5'],
    ['0,125', '0.125'],
    [',5', '0.5'],
    ['1234,567', '1234.567'],
    // Thousands separators.
    ['1,234.50', '1234.5'],
    ['1,234.567', '1234.567'],
    ['1,234,567', '1234567'],
    ['1.234,50', '1234.5'],
    ['1.234.567', '1234567'],
    ['1.234.567,8', '1234567.8'],
    ['1 234,50', '1234.5'],
    ['1 234.50', '1234.5'],
    ['1 234 567', '1234567'],
    ['1\u00A0234,5', '1234.5'],
    ["1'234.50", '1234.5'],
    // Exponents, without rounding.
    ['1e3', '1000'],
    ['1.5E-2', '0.015'],
    ['1.234e+2', '123.4'],
    ['12e0', '12'],
    ['5e-12', '0.000000000005'],
    // Currency signs and codes.
    ['$5', '5 USD'],
    ['5$', '5 USD'],
    ['US$ 5', '5 USD'],
    ['€5', '5 EUR'],
    ['5,50 €', '5.5 EUR'],
    ['5 USD', '5 USD'],
    ['usd5', '5 USD'],
    ['$5 CAD', '5 CAD'],
    ['EUR 1.234,50', '1234.5 EUR'],
    ['1e3 EUR', '1000 EUR'],
    ['9,99 zł', '9.99 PLN'],
    // Negative amounts.
    ['-5', '-5'],
    ['\u22125', '-5'],
    ['-$5', '-5 USD'],
    ['$-5', '-5 USD'],
    ['-5,50 EUR', '-5.5 EUR'],
    ['-0', '0'],
  ])('parses %j as %s', (text, read) => {
    expect(shown(text)).toBe(read);
  });

  it.each([
    '',
    '-',
    '$',
    'USD',
    '1,234',
    '12,345',
    '$1,234',
    '1,2,3',
    '1,23,456',
    '01,234,567',
    '1 23',
    '1.2.3',
    '1.234,5,6',
    '5,',
    '--5',
    '-$-5',
    '5 XQZ',
    '€5 USD',
    '5%',
    'five',
    '1e',
    '1e99',
    '1,5e3',
    '1000000000',
    '1,000,000,000',
    '0x10',
    'NaN',
    '١',
  ])('rejects %j', (text) => {
    expect(shown(text)).toBeUndefined();
  });

  it.each([
    ['1,234', '1234', '1.234'],
    ['1.234', '1.234', '1234'],
    ['5,50', undefined, '5.5'],
    ['5.50', '5.5', undefined],
    ['1,234.50', '1234.5', undefined],
    ['1.234,50', undefined, '1234.5'],
    ['1 234', '1234', '1234'],
    ['-1,234 EUR', '-1234 EUR', '-1.234 EUR'],
    ['12', '12', '12'],
    ['.5', '0.5', undefined],
    [',5', undefined, '0.5'],
    ['1e3', '1000', undefined],
    ['1,2,3', undefined, undefined],
  ])('parses %j as %s with a decimal point and as %s with a decimal comma', (text, withPoint, withComma) => {
    expect([shown(text, 'point'), shown(text, 'comma')]).toEqual([withPoint, withComma]);
  });

  it('parses every notation of an amount to the same value', () => {
    const styles: [string, string][] = [
      [',', '.'],
      ['.', ','],
      [' ', ','],
      [' ', '.'],
      ["'", '.'],
    ];
    fc.assert(
      fc.property(fc.nat(999_999_999), fc.nat(99), fc.constantFrom(...styles), (whole, cents, style) => {
        const [group, point] = style;
        const part = String(cents).padStart(2, '0');
        const text = `${String(whole).replaceAll(/\B(?=(\d{3})+$)/g, group)}${point}${part}`;
        expect([text, shown(text)]).toEqual([text, shown(`${whole}.${part}`)]);
      }),
    );
  });

  it('never throws and never changes digits', () => {
    const piece = fc.constantFrom('1', '23', '456', '.', ',', ' ', '-', 'e', '$', 'EUR', "'");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const text = pieces.join('');
        const read = readWrittenAmount(text);
        const digits = (given: string) => given.replaceAll(/\D/g, '').replace(/^0+/, '');
        // Amounts have 12 decimals, so longer numbers may be rounded.
        if (read === undefined || text.includes('e') || digits(text).length > 12) return;
        expect(digits(read.amount)).toBe(digits(text));
      }),
    );
  });
});
