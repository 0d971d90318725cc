import type { ConversionStatus } from '@waypost/contract/conversion-status.ts';
import { addDecimals } from '../money/decimal.ts';

export type SentAmount = { amount: string; currency: string };

/** Amounts of a conversion that counts in full. All but the payout are in the workspace's currency. */
export type Amounts = {
  payout: string;
  currency: string;
  revenue: string;
  value: string | null;
  /** Applies as long as the event counts. */
  flatCost: string;
  shareCost: string;
  /** Part of these amounts that is not in the totals and counts only in the metrics for the idx. */
  outside: { revenue: string; flatCost: string; shareCost: string };
};

export type Conversion = {
  idx: number;
  transactionId: string;
  /** Starts at 0; higher only if the duplicate policy appends repeats as new conversions. */
  ordinal: number;
  event: string;
  label: string;
  isConversion: boolean;
  status: ConversionStatus;
  /** True once its revenue has counted. The postback is sent the first time. */
  hasEarned: boolean;
  /** True if its rows count it as rejected. Rows written before this was recorded do not. */
  isRejectionCounted: boolean;
  /** Receipt time of the latest event that created or changed it. Older events must not revert it. */
  changedMs: number;
  /** Source of the amounts; null if none was sent, and for sums. */
  sent: SentAmount | null;
  amounts: Amounts;
  /** True while only a page has reported it. The network's first report replaces it. */
  isFromPage: boolean;
};

/** Adds amounts as one conversion, so flat costs are not added. */
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

// Keeps a common currency, or else uses the workspace's.
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
