import { expect, it } from 'vitest';
import { currencyCode } from './currency.ts';

it.each(['USD', 'eur', ' Jpy '])('currencyCode accepts %j and uppercases it', (given) => {
  expect(currencyCode.parse(given)).toBe(given.trim().toUpperCase());
});

it.each(['', 'US', 'USDT', 'XQQ', '$', 'U$D', 'uß', 'US\u{130}', 5, null])(
  'currencyCode rejects %j',
  (given) => {
    expect(currencyCode.safeParse(given).success).toBe(false);
  },
);
