import type { CostMode } from '@waypost/contract/campaigns/campaigns.ts';
import { convertCurrency, type CurrencyRates } from '../money/convert-currency.ts';
import { addDecimals, multiplyDecimals, normalizeDecimal } from '../money/decimal.ts';
import type { Amounts, SentAmount } from './conversion.ts';
import type { LoadedAction } from './decide-goals.ts';

export type PricingTerms = {
  workspace: CurrencyRates;
  /**
   * Network of the visit's offer. The network's default payout and the offer's payout are in the network's currency.
   */
  network: { defaultPayout: string | null; currency: string | null } | null;
  /** Fixed payout of the offer, or null if the offer pays the amount that was sent. */
  offerPayout: string | null;
  cost: { mode: CostMode; amount: string };
};

/** Returns the full amounts of an action, or undefined if a required exchange rate is missing. */
export function priceAction(
  action: LoadedAction,
  sent: SentAmount | null,
  terms: PricingTerms,
): Amounts | undefined {
  const { amount, currency } = payoutOf(action, sent, terms);
  const payout = normalizeDecimal(amount);
  const revenue = convertCurrency(payout, currency, terms.workspace);
  const isValueStored = action.storeValue && sent !== null;
  const value = isValueStored ? convertCurrency(sent.amount, sent.currency, terms.workspace) : null;
  if (revenue === undefined || value === undefined) return undefined;
  return { payout, currency, revenue, value, ...costsOf(action, revenue, terms) };
}

function payoutOf(action: LoadedAction, sent: SentAmount | null, terms: PricingTerms): SentAmount {
  const { network, offerPayout, workspace } = terms;
  const own = workspace.currency;
  const nothing = { amount: '0', currency: own };
  if (action.payoutType === 'none') return nothing;
  if (action.payoutType === 'fixed') return { amount: action.payoutFixed, currency: own };
  // Payouts of the offer and the network apply only to conversions. An earlier step earns only the amount sent with
  // it.
  const currency = network?.currency ?? own;
  if (action.isConversion && offerPayout !== null) return { amount: offerPayout, currency };
  if (sent !== null) return sent;
  const fallback = action.isConversion ? (network?.defaultPayout ?? null) : null;
  return fallback === null ? nothing : { amount: fallback, currency };
}

function costsOf(
  { costType, costFixed, costShare, isConversion, affectsCost, affectsRevenue }: LoadedAction,
  revenue: string,
  { cost: { mode, amount } }: PricingTerms,
): Pick<Amounts, 'flatCost' | 'shareCost' | 'outside'> {
  const ownFlat = costType === 'fixed' ? costFixed : '0';
  const ownShare = costType === 'share' ? multiplyDecimals(costShare, revenue) : '0';
  const perConversion = mode === 'cpa' && isConversion ? amount : '0';
  const ofRevenue = mode === 'revshare' && affectsRevenue ? multiplyDecimals(amount, revenue) : '0';
  return {
    flatCost: addDecimals(ownFlat, perConversion),
    shareCost: addDecimals(ownShare, ofRevenue),
    outside: {
      revenue: affectsRevenue ? '0' : revenue,
      flatCost: affectsCost ? '0' : ownFlat,
      shareCost: affectsCost ? '0' : ownShare,
    },
  };
}
