import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toNumber } from './to-number.ts';

it.each([
  ['12', 12],
  [' 12 ', 12],
  ['-1.50', -1.5],
  ['1.', 1],
  ['007', 7],
  // The contract rejects these strings with a message, so they must not be converted to numbers.
  ['', ''],
  ['  ', ''],
  ['1,5', '1,5'],
  ['1e5', '1e5'],
  ['0x10', '0x10'],
  ['Infinity', 'Infinity'],
  ['1 000', '1 000'],
  ['12px', '12px'],
  ['--1', '--1'],
])('toNumber converts "%s" to %j', (text, value) => {
  expect(toNumber(text)).toBe(value);
});

it('toNumber reads back every number that a form shows without an exponent', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 0, max: 6 }), (whole, digits) => {
      const number = whole / 10 ** digits;
      fc.pre(!String(number).includes('e'));
      expect(toNumber(String(number))).toBe(number);
    }),
  );
});
