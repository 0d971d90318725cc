import type { ConversionStatus } from '@waypost/contract/conversion-status.ts';
import { addDecimals } from '../money/decimal.ts';

/** An amount as it came, in its own currency. */
export type SentAmount = { amount: string; currency: string };

/** What a conversion brings and costs while it counts in full. All but the payout is in the workspace's currency. */
export type Amounts = {
  payout: string;
  currency: string;
  revenue: string;
  /** The amount that came in, where the action stores it. */
  value: string | null;
  /** Stays for as long as the event counts. */
  flatCost: string;
  /** A share of the revenue: goes when that goes. */
  shareCost: string;
  /** Of these, what the action keeps out of the totals: it counts in the metrics of its idx only. */
  outside: { revenue: string; flatCost: string; shareCost: string };
};

/** What is stored of one action for one visit and transaction; with all that later events need to change it. */
export type Conversion = {
  idx: number;
  /** Empty where none came. */
  transactionId: string;
  /** From 0 on; more than one only where the network's repeats are conversions of their own. */
  ordinal: number;
  /** The event's name as it came. */
  event: string;
  label: string;
  isConversion: boolean;
  status: ConversionStatus;
  /** Whether its revenue has ever counted; a postback goes out when it first does. */
  hasEarned: boolean;
  /** Whether its rows count it among the rejected; those of before there were such rows do not. */
  isRejectionCounted: boolean;
  /** When the latest of the events came that made or changed it: an older one must not turn it back. */
  changedMs: number;
  /** What the amounts were made of; null where no amount came, and for a sum of several. */
  sent: SentAmount | null;
  amounts: Amounts;
  /** Whether only a page has reported it so far: the first word of a network takes its place. */
  isFromPage: boolean;
};

/** Both together, as one conversion: the costs of its being one stay what they were. */
export function addAmounts(before: Amounts, more: Amounts, ownCurrency: string): Amounts {
  return {
    ...addPayouts(before, more, ownCurrency),
    revenue: addDecimals(before.revenue, more.revenue),
    value: addValues(before.value, more.value),
    flatCost: before.flatCost,
    shareCost: addDecimals(before.shareCost, more.shareCost),
    outside: {
      revenue: addDecimals(before.outside.revenue, more.outside.revenue),
      flatCost: before.outside.flatCost,
      shareCost: addDecimals(before.outside.shareCost, more.outside.shareCost),
    },
  };
}

/** In the currency that both came in; where those are two, in the workspace's. */
function addPayouts(
  before: Amounts,
  more: Amounts,
  ownCurrency: string,
): Pick<Amounts, 'payout' | 'currency'> {
  const { payout, currency } = before;
  if (more.payout === '0') return { payout, currency };
  if (payout === '0') return { payout: more.payout, currency: more.currency };
  return currency === more.currency
    ? { payout: addDecimals(payout, more.payout), currency }
    : { payout: addDecimals(before.revenue, more.revenue), currency: ownCurrency };
}

function addValues(before: string | null, more: string | null): string | null {
  if (before === null) return more;
  return more === null ? before : addDecimals(before, more);
}
