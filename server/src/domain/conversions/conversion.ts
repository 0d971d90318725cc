import type { ConversionStatus } from '@waypost/contract/values/conversion-status.ts';
import { addDecimals } from '../money/decimal.ts';

export type SentAmount = { amount: string; currency: string };

/**
 * Full amounts of a conversion, regardless of its status. All amounts except the payout are in the workspace's
 * currency.
 */
export type Amounts = {
  payout: string;
  currency: string;
  revenue: string;
  value: string | null;
  /** Cost that applies unless the conversion is rejected. */
  flatCost: string;
  shareCost: string;
  /**
   * Amounts excluded from the report totals because the action does not affect revenue or cost. They are included only
   * in the metrics of the action's index (`idx`).
   */
  outside: { revenue: string; flatCost: string; shareCost: string };
};

export type Conversion = {
  idx: number;
  transactionId: string;
  /**
   * Number of the conversion within its transaction, starting at 0. It is higher only if the duplicate policy appends
   * repeats as new conversions.
   */
  ordinal: number;
  event: string;
  label: string;
  isConversion: boolean;
  status: ConversionStatus;
  /** True once the conversion has earned revenue. The postback is sent when this happens for the first time. */
  hasEarned: boolean;
  /**
   * True if the rows count the conversion as rejected. Rows that were written before this field existed do not count
   * rejections.
   */
  isRejectionCounted: boolean;
  /**
   * Receipt time of the latest event that created or changed the conversion. Older events must not revert the change.
   */
  changedMs: number;
  /** Sent amount from which the amounts were computed, or null if no amount was sent or the amounts are a sum. */
  sent: SentAmount | null;
  amounts: Amounts;
  /** True while only a page has reported the conversion. The network's first report replaces the page's report. */
  isFromPage: boolean;
};

/** Adds amounts to an existing conversion. The flat cost stays the same, because it applies once per conversion. */
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

// Adds payouts in their common currency, or in the workspace's currency if the currencies differ.
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
