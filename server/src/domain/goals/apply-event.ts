import type { AffiliateNetwork } from '@waypost/contract/affiliate-networks.ts';
import type { ConversionStatus } from '@waypost/contract/conversion-status.ts';
import { addAmounts, type Amounts, type Conversion, type SentAmount } from './conversion.ts';
import { rowsOfChange, type GoalRow } from './conversion-rows.ts';
import { isCounting, isEarning, mayMove } from './status.ts';
import type { ActionVerdict } from './verdicts.ts';

export type DuplicatePolicy = AffiliateNetwork['duplicatePolicy'];

/** One action of an incoming event, with what it would bring. */
export type ArrivingAction = Pick<
  Conversion,
  'idx' | 'transactionId' | 'event' | 'label' | 'isConversion'
> & {
  /** Null where no word came: approved if it is new, no change otherwise. */
  status: ConversionStatus | null;
  /** When the event came, which may be long before it is applied. */
  receivedMs: number;
  sent: SentAmount | null;
  /** Undefined where an amount has no rate. */
  amounts: Amounts | undefined;
  /** The workspace's. */
  ownCurrency: string;
  /** Whether the visit is young enough for something new; what is there already may change at any age. */
  mayCreate: boolean;
  isFromPage: boolean;
};

export type Change = {
  verdict: ActionVerdict;
  /** The conversion that it changes, as it was given; null where it makes one, and where nothing changes. */
  before: Conversion | null;
  /** The conversion as it is to be stored; null where nothing changes. */
  conversion: Conversion | null;
  /** To be written together with it, in this order. */
  rows: GoalRow[];
  /** Whether it earns for the first time: the moment for its postback. */
  isFirstEarning: boolean;
};

type Settled = Change | 'unknown-currency';

/** What an event does to the conversions that are stored with its idx and transaction, which come oldest first. */
export function applyEvent(
  stored: readonly Conversion[],
  arrival: ArrivingAction,
  policy: DuplicatePolicy,
): Settled {
  const latest = stored.at(-1);
  if (latest?.isFromPage === true && !arrival.isFromPage) return takeOver(latest, arrival);
  if (latest === undefined) return create(arrival, 0);
  const { status } = arrival;
  const moving = stored.find((conversion) => isMovedBy(conversion, arrival, policy));
  if (moving !== undefined && status !== null) return move(moving, status, arrival);
  if (policy === 'append' && (status === null || isEarning(status)))
    return create(arrival, latest.ordinal + 1);
  const same = stored.findLast((conversion) => status === null || conversion.status === status);
  return same === undefined ? unchanged('outdated-status') : repeat(same, arrival, policy);
}

/** A new status is no duplicate, whatever the policy; but where repeats are new, so is an approval after a rejection. */
function isMovedBy(conversion: Conversion, arrival: ArrivingAction, policy: DuplicatePolicy): boolean {
  const { status } = arrival;
  if (status === null || isOlder(arrival, conversion) || !mayMove(conversion.status, status)) return false;
  return policy !== 'append' || conversion.status !== 'rejected';
}

/** An event that waited for its visit, or is applied again, must not turn back what a later one has changed. */
function isOlder({ receivedMs }: ArrivingAction, { changedMs }: Conversion): boolean {
  return receivedMs < changedMs;
}

function create(arrival: ArrivingAction, ordinal: number): Settled {
  const { idx, transactionId, event, label, isConversion, sent, amounts, isFromPage } = arrival;
  if (!arrival.mayCreate) return unchanged('expired-window');
  if (amounts === undefined) return 'unknown-currency';
  const status = arrival.status ?? 'approved';
  const base = { idx, transactionId, ordinal, event, label, isConversion };
  const hasEarned = isEarning(status);
  const conversion: Conversion = {
    ...base,
    status,
    hasEarned,
    isRejectionCounted: isRejection({ status, isConversion }),
    changedMs: arrival.receivedMs,
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

/**
 * What a page reported stands in for the network's word until that comes, and must neither keep it out nor be counted
 * beside it. Nor does it keep the window open, in which the network had to speak.
 */
function takeOver(before: Conversion, arrival: ArrivingAction): Settled {
  const { transactionId, event, label, isConversion, sent, amounts } = arrival;
  if (!arrival.mayCreate) return unchanged('expired-window');
  if (amounts === undefined) return 'unknown-currency';
  const said = { transactionId, event, label, isConversion, sent, amounts, isFromPage: false };
  return change(before, { ...before, ...said, status: arrival.status ?? 'approved' }, arrival);
}

/** An approval brings its amount with it: often the real one, after nothing while it was on hold. */
function move(before: Conversion, status: ConversionStatus, arrival: ArrivingAction): Settled {
  if (!isEarning(status) || !bringsAnother(before, arrival))
    return change(before, { ...before, status }, arrival);
  return replace(before, status, arrival);
}

function repeat(before: Conversion, arrival: ArrivingAction, policy: DuplicatePolicy): Settled {
  if (!isEarning(before.status)) return unchanged('duplicate');
  const { amounts } = arrival;
  if (policy === 'update' && bringsAnother(before, arrival))
    return isOlder(arrival, before) ? unchanged('outdated-status') : replace(before, before.status, arrival);
  if (policy !== 'accumulate') return unchanged(isLeftOut(before, arrival) ? 'other-amount' : 'duplicate');
  if (amounts === undefined) return 'unknown-currency';
  if (amounts.revenue === '0' && (amounts.value ?? '0') === '0') return unchanged('duplicate');
  const sum = addAmounts(before.amounts, amounts, arrival.ownCurrency);
  return change(before, { ...before, sent: null, amounts: sum }, arrival);
}

/** Whether it would bring something else than what is there, which a fixed payout never does. */
function isLeftOut(before: Conversion, arrival: ArrivingAction): boolean {
  const { amounts } = arrival;
  if (amounts === undefined || arrival.isFromPage || !bringsAnother(before, arrival)) return false;
  return amounts.payout !== before.amounts.payout || amounts.currency !== before.amounts.currency;
}

/** With the amounts comes what they were calculated for. */
function replace(before: Conversion, status: ConversionStatus, arrival: ArrivingAction): Settled {
  const { sent, amounts, isConversion, label } = arrival;
  if (amounts === undefined) return 'unknown-currency';
  return change(before, { ...before, status, sent, amounts, isConversion, label }, arrival);
}

/** The same amount keeps the rate it was converted with, and no amount means no change. */
function bringsAnother({ sent: before }: Conversion, { sent }: ArrivingAction): boolean {
  return sent !== null && (sent.amount !== before?.amount || sent.currency !== before.currency);
}

function change(before: Conversion, given: Conversion, { receivedMs }: ArrivingAction): Change {
  const isEarningNow = isEarning(given.status);
  const hasEarned = before.hasEarned || isEarningNow;
  // What adds up may be older than what it is added to.
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
