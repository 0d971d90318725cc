import { multiplyDecimals, normalizeDecimal } from './decimal.ts';

export type CurrencyRates = {
  /** The workspace's own. */
  currency: string;
  /** What one unit of each other currency is worth in it, as decimal texts. */
  rates: Readonly<Record<string, string>>;
};

/** An amount in the workspace's currency, rounded half to even once; undefined where there is no rate. */
export function convertCurrency(
  amount: string,
  from: string,
  { currency, rates }: CurrencyRates,
): string | undefined {
  const own = normalizeDecimal(amount);
  // Nothing is nothing in every currency.
  if (from === currency || own === '0') return own;
  const rate = Object.hasOwn(rates, from) ? rates[from] : undefined;
  return rate === undefined ? undefined : multiplyDecimals(amount, rate);
}
