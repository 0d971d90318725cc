import { multiplyDecimals, normalizeDecimal } from './decimal.ts';

export type CurrencyRates = {
  currency: string;
  rates: Readonly<Record<string, string>>;
};

/**
 * Converts an amount to the workspace's currency and rounds the result once, half to even. Returns undefined if there
 * is no exchange rate.
 */
export function convertCurrency(
  amount: string,
  from: string,
  { currency, rates }: CurrencyRates,
): string | undefined {
  const own = normalizeDecimal(amount);
  // An amount of zero needs no exchange rate.
  if (from === currency || own === '0') return own;
  const rate = Object.hasOwn(rates, from) ? rates[from] : undefined;
  return rate === undefined ? undefined : multiplyDecimals(amount, rate);
}
