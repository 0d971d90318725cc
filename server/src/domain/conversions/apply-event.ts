import type { AffiliateNetwork } from '@waypost/contract/campaigns/affiliate-networks.ts';
import type { ConversionStatus } from '@waypost/contract/values/conversion-status.ts';
import { addAmounts, type Amounts, type Conversion, type SentAmount } from './conversion.ts';
import { rowsOfChange, type GoalRow } from './conversion-rows.ts';
import { isCounting, isEarning, mayMove } from './status.ts';
import type { ActionVerdict } from './verdicts.ts';

export type DuplicatePolicy = AffiliateNetwork['duplicatePolicy'];

export type ActionUpdate = Pick<Conversion, 'idx' | 'transactionId' | 'event' | 'label' | 'isConversion'> & {
  /** Null if no status was sent. In that case, a new conversion is approved, and an existing one keeps its status. */
  status: ConversionStatus | null;
  /** Time when the event was received, which may be long before it is applied. */
  receivedMs: number;
  sent: SentAmount | null;
  amounts: Amounts | undefined;
  ownCurrency: string;
  /**
   * True if the visit is recent enough for a new conversion. Existing conversions can change regardless of the visit's
   * age.
   */
  mayCreate: boolean;
  isFromPage: boolean;
};

export type Change = {
  verdict: ActionVerdict;
  before: Conversion | null;
  conversion: Conversion | null;
  rows: GoalRow[];
  /** True if the conversion earns revenue for the first time, which triggers its postback. */
  isFirstEarning: boolean;
};

type Settled = Change | 'unknown-currency';

/** Applies an event to the stored conversions with the same idx and transaction, which are sorted oldest first. */
export function applyEvent(
  stored: readonly Conversion[],
  update: ActionUpdate,
  policy: DuplicatePolicy,
): Settled {
  const latest = stored.at(-1);
  if (latest?.isFromPage === true && !update.isFromPage) return takeOver(latest, update);
  if (latest === undefined) return create(update, 0);
  const { status } = update;
  const moving = stored.find((conversion) => isMovedBy(conversion, update, policy));
  if (moving !== undefined && status !== null) return move(moving, status, update);
  if (policy === 'append' && (status === null || isEarning(status)))
    return create(update, latest.ordinal + 1);
  const same = stored.findLast((conversion) => status === null || conversion.status === status);
  return same === undefined ? unchanged('outdated-status') : repeat(same, update, policy);
}

// Returns true if the event changes the status of the conversion. Such an event is never a duplicate. With the append
// policy, an approval after a rejection creates a new conversion instead.
function isMovedBy(conversion: Conversion, update: ActionUpdate, policy: DuplicatePolicy): boolean {
  const { status } = update;
  if (status === null || isOlder(update, conversion) || !mayMove(conversion.status, status)) return false;
  return policy !== 'append' || conversion.status !== 'rejected';
}

// Returns true if the conversion has changed since the event was received. Such an event waited for its visit or is
// replayed, and must not revert the later change.
function isOlder({ receivedMs }: ActionUpdate, { changedMs }: Conversion): boolean {
  return receivedMs < changedMs;
}

function create(update: ActionUpdate, ordinal: number): Settled {
  const { idx, transactionId, event, label, isConversion, sent, amounts, isFromPage } = update;
  if (!update.mayCreate) return unchanged('expired-window');
  if (amounts === undefined) return 'unknown-currency';
  const status = update.status ?? 'approved';
  const base = { idx, transactionId, ordinal, event, label, isConversion };
  const hasEarned = isEarning(status);
  const conversion: Conversion = {
    ...base,
    status,
    hasEarned,
    isRejectionCounted: isRejection({ status, isConversion }),
    changedMs: update.receivedMs,
    sent,
    amounts,
    isFromPage,
  };
  return {
    verdict: isCounting(status) ? 'counted' : 'stored',
    before: null,
    conversion,
    rows: rowsOfChange(null, conversion),
    isFirstEarning: hasEarned,
  };
}

// Replaces a page's provisional report of a conversion with the network's report of the same conversion. The page's
// report does not extend the attribution window for the network's report.
function takeOver(before: Conversion, update: ActionUpdate): Settled {
  const { transactionId, event, label, isConversion, sent, amounts } = update;
  if (!update.mayCreate) return unchanged('expired-window');
  if (amounts === undefined) return 'unknown-currency';
  const reported = { transactionId, event, label, isConversion, sent, amounts, isFromPage: false };
  return change(before, { ...before, ...reported, status: update.status ?? 'approved' }, update);
}

// Changes the status. An approval also updates the amount, because a hold often has no amount yet.
function move(before: Conversion, status: ConversionStatus, update: ActionUpdate): Settled {
  if (!isEarning(status) || !hasOtherAmount(before, update))
    return change(before, { ...before, status }, update);
  return replace(before, status, update);
}

function repeat(before: Conversion, update: ActionUpdate, policy: DuplicatePolicy): Settled {
  if (!isEarning(before.status)) return unchanged('duplicate');
  const { amounts } = update;
  if (policy === 'update' && hasOtherAmount(before, update))
    return isOlder(update, before) ? unchanged('outdated-status') : replace(before, before.status, update);
  if (policy !== 'accumulate')
    return unchanged(isIgnoredAmount(before, update) ? 'other-amount' : 'duplicate');
  if (amounts === undefined) return 'unknown-currency';
  if (amounts.revenue === '0' && (amounts.value ?? '0') === '0') return unchanged('duplicate');
  const sum = addAmounts(before.amounts, amounts, update.ownCurrency);
  return change(before, { ...before, sent: null, amounts: sum }, update);
}

// Returns true if a repeated event has a different amount that the policy ignores. With a fixed payout, the amount
// never differs.
function isIgnoredAmount(before: Conversion, update: ActionUpdate): boolean {
  const { amounts } = update;
  if (amounts === undefined || update.isFromPage || !hasOtherAmount(before, update)) return false;
  return amounts.payout !== before.amounts.payout || amounts.currency !== before.amounts.currency;
}

function replace(before: Conversion, status: ConversionStatus, update: ActionUpdate): Settled {
  const { sent, amounts, isConversion, label } = update;
  if (amounts === undefined) return 'unknown-currency';
  return change(before, { ...before, status, sent, amounts, isConversion, label }, update);
}

// Returns true if a different amount was sent. If the same amount or no amount was sent, the conversion keeps its
// amounts and their exchange rate.
function hasOtherAmount({ sent: before }: Conversion, { sent }: ActionUpdate): boolean {
  return sent !== null && (sent.amount !== before?.amount || sent.currency !== before.currency);
}

function change(before: Conversion, given: Conversion, { receivedMs }: ActionUpdate): Change {
  const isEarningNow = isEarning(given.status);
  const hasEarned = before.hasEarned || isEarningNow;
  // With the accumulate policy, an event may be older than the conversion's last change.
  const changedMs = Math.max(before.changedMs, receivedMs);
  const conversion = { ...given, hasEarned, isRejectionCounted: isRejection(given), changedMs };
  return {
    verdict: 'updated',
    before,
    conversion,
    rows: rowsOfChange(before, conversion),
    isFirstEarning: isEarningNow && !before.hasEarned,
  };
}

function isRejection({ status, isConversion }: Pick<Conversion, 'status' | 'isConversion'>): boolean {
  return isConversion && status === 'rejected';
}

function unchanged(verdict: ActionVerdict): Change {
  return { verdict, before: null, conversion: null, rows: [], isFirstEarning: false };
}
