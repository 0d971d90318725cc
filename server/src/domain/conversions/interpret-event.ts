import type { AffiliateNetwork } from '@waypost/contract/campaigns/affiliate-networks.ts';
import type { ConversionStatus } from '@waypost/contract/values/conversion-status.ts';
import { applyEvent, type ActionUpdate, type Change, type DuplicatePolicy } from './apply-event.ts';
import type { Conversion, SentAmount } from './conversion.ts';
import { decideGoals, type Goals, type LoadedAction } from './decide-goals.ts';
import { goalFacts, type GoalVisit } from './goal-facts.ts';
import { toUnits } from '../money/decimal.ts';
import { priceAction, type PricingTerms } from './price-action.ts';
import type { IncomingEvent } from './read-incoming.ts';
import { isEarning, mayMove, readStatus } from './status.ts';
import { heaviest, type Verdict } from './verdicts.ts';

/**
 * Finds the conversions that a rejection or refund refers to. Rules are not consulted, because a rule for approved
 * conversions would never match their reversal. A message without a transaction ID refers to the visit's transaction
 * if the visit has only one.
 */
export function findReversed(
  stored: readonly Conversion[],
  { transactionId, event }: Pick<IncomingEvent, 'transactionId' | 'event'>,
): Conversion[] {
  const named = stored.filter((conversion) => conversion.transactionId === transactionId);
  const isOnly = stored.every((conversion) => conversion.transactionId === stored[0]?.transactionId);
  const meant = named.length === 0 && transactionId === '' && isOnly ? stored : named;
  const ofEvent = meant.filter((conversion) => conversion.event === event);
  // If no stored conversion has this event name, for example because the name is `refund`, the message refers to the
  // conversions and not to earlier steps.
  return ofEvent.length > 0 ? ofEvent : meant.filter(({ isConversion }) => isConversion);
}

export type EventTerms = PricingTerms & {
  goals: Goals;
  attributionDays: number;
  statusMap: AffiliateNetwork['statusMap'];
  duplicatePolicy: DuplicatePolicy;
};

export type EventToInterpret = {
  incoming: IncomingEvent;
  receivedMs: number;
  visit: GoalVisit;
  stored: readonly Conversion[];
  terms: EventTerms;
};

export type Interpretation = {
  verdict: Verdict;
  ruleId: string | null;
  /** Changes that must be stored together. */
  changes: (Change & { conversion: Conversion })[];
};

export function interpretEvent(given: EventToInterpret): Interpretation {
  const { incoming, stored, terms } = given;
  const status = readStatus(incoming.status, terms.statusMap);
  if (status === 'unknown') return refuse('unknown-status');
  if (incoming.isNegative && (status === 'none' || isEarning(status))) return reverseAmount(given, status);
  if (status === 'none') return interpretGoals(given, null);
  const reversed = isEarning(status) ? [] : findReversed(stored, incoming);
  return reversed.length === 0 ? interpretGoals(given, status) : reverse(reversed, status, given);
}

// Refunds the conversions in full, because a negative amount without a status is a refund. Partial refunds are
// rejected. An earlier conversion is required, because otherwise revenue would become negative.
function reverseAmount(given: EventToInterpret, status: ConversionStatus | 'none'): Interpretation {
  const { incoming, stored, terms } = given;
  if (status !== 'none') return refuse('invalid-amount');
  const meant = findReversed(stored, incoming);
  if (meant.length === 0) return refuse('nothing-to-refund');
  const sent = sentAmount(incoming, terms);
  const isPart = meant.some((conversion) => {
    const { amount, currency } = conversion.sent ?? {
      amount: conversion.amounts.payout,
      currency: conversion.amounts.currency,
    };
    const isSameMoney = isEarning(conversion.status) && currency === sent?.currency;
    return isSameMoney && toUnits(sent.amount) < toUnits(amount);
  });
  return isPart ? refuse('partial-refund') : reverse(meant, 'refunded', given);
}

function interpretGoals(given: EventToInterpret, status: ConversionStatus | null): Interpretation {
  const { incoming, stored, terms } = given;
  if (incoming.isAmountBad) return refuse('invalid-amount');
  const isFirst = isFirstOf(given, status);
  const facts = goalFacts({ ...given, status: status ?? 'approved', isFirst });
  const rule = decideGoals(terms.goals, facts, 'network');
  if (rule === undefined) return refuse('no-rule');
  const changes = rule.actions.map((action) => {
    const update = toAction(action, given, status);
    return applyEvent(findOwn(stored, update), update, terms.duplicatePolicy);
  });
  return settle(changes, rule.id);
}

// Changes the status and keeps the amounts, because networks send reversals with no amount, a zero amount, or a
// negative amount.
function reverse(
  conversions: readonly Conversion[],
  status: ConversionStatus,
  { terms, receivedMs }: EventToInterpret,
): Interpretation {
  const ownCurrency = terms.workspace.currency;
  const byKey = Map.groupBy(conversions, ({ idx, transactionId }) => `${idx} ${transactionId}`);
  const changes = [...byKey.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const nothing = { sent: null, amounts: undefined, ownCurrency, mayCreate: false };
    const update = { ...first, ...nothing, status, receivedMs };
    return [applyEvent(group, update, terms.duplicatePolicy)];
  });
  return settle(changes, null);
}

export function toAction(
  action: LoadedAction,
  given: EventToInterpret,
  status: ActionUpdate['status'],
): ActionUpdate {
  const { incoming, terms, receivedMs, visit } = given;
  const { idx, label, isConversion } = action;
  const { transactionId, event } = incoming;
  const sent = sentAmount(incoming, terms);
  const named = { idx, label, isConversion, transactionId, event };
  return {
    ...named,
    status,
    receivedMs,
    sent,
    amounts: priceAction(action, sent, terms),
    ownCurrency: terms.workspace.currency,
    mayCreate: receivedMs - visit.timeMs <= terms.attributionDays * 86_400_000,
    isFromPage: false,
  };
}

export function sentAmount(incoming: IncomingEvent, { network, workspace }: PricingTerms): SentAmount | null {
  const { amount, currency, amountCurrencies: meanings } = incoming;
  if (amount === null) return null;
  const defaultCurrency = network?.currency ?? workspace.currency;
  // An ambiguous currency symbol such as `$` is read as the network's currency, or else the workspace's, if that
  // currency uses the symbol.
  const meant = [defaultCurrency, workspace.currency].find((code) => meanings.includes(code)) ?? meanings[0];
  return { amount, currency: currency || (meant ?? defaultCurrency) };
}

// Finds stored conversions of the same action and transaction. If there are none, returns the conversion that a page
// reported for the action, which has no transaction.
function findOwn(stored: readonly Conversion[], { idx, transactionId }: ActionUpdate): readonly Conversion[] {
  const ofAction = stored.filter((conversion) => conversion.idx === idx);
  const own = ofAction.filter((conversion) => conversion.transactionId === transactionId);
  return own.length > 0 ? own : ofAction.filter(({ isFromPage }) => isFromPage);
}

/**
 * Returns true for the visit's first event. A repetition of the first event, or a new status for it, also counts as
 * first, so that the same rule matches again.
 */
export function isFirstOf(given: EventToInterpret, status: ConversionStatus | null): boolean {
  const { stored, incoming, terms } = given;
  const [first] = stored;
  if (first === undefined) return true;
  if (first.event !== incoming.event || first.transactionId !== incoming.transactionId) return false;
  return terms.duplicatePolicy !== 'append' || (status !== null && mayMove(first.status, status));
}

/**
 * Combines the changes of all actions. If one amount has no exchange rate, the whole event is rejected. Otherwise, a
 * later replay of the event would count the other amounts twice.
 */
export function settle(
  changes: readonly (Change | 'unknown-currency')[],
  ruleId: string | null,
): Interpretation {
  const settled = changes.filter((change) => change !== 'unknown-currency');
  if (settled.length < changes.length) return { ...refuse('unknown-currency'), ruleId };
  return {
    verdict: heaviest(settled.map(({ verdict }) => verdict)),
    ruleId,
    changes: settled.filter((change) => change.conversion !== null) as Interpretation['changes'],
  };
}

export function refuse(verdict: Verdict): Interpretation {
  return { verdict, ruleId: null, changes: [] };
}
