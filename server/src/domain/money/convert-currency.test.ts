import { expect, it } from 'vitest';
import { convertCurrency } from './convert-currency.ts';

const workspace = { currency: 'USD', rates: { EUR: '1.0825', JPY: '0.006543210987' } };

it.each([
  ['10', 'USD', '10'],
  ['12.500000', 'USD', '12.5'],
  ['10', 'EUR', '10.825'],
  ['1234.000001', 'JPY', '8.074322364501'],
  ['0.000000000001', 'EUR', '0.000000000001'],
  ['0.00', 'GBP', '0'],
])('convertCurrency converts %s %s to %s', (amount, currency, expected) => {
  expect(convertCurrency(amount, currency, workspace)).toBe(expected);
});

it.each(['GBP', 'eur', '', 'constructor'])(
  'convertCurrency returns undefined for %j, which has no rate',
  (currency) => {
    expect(convertCurrency('10', currency, workspace)).toBeUndefined();
  },
);
