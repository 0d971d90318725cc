import type { AffiliateNetwork } from '@waypost/contract/affiliate-networks.ts';
import type { ConversionStatus } from '@waypost/contract/conversion-status.ts';
import { applyEvent, type ArrivingAction, type Change, type DuplicatePolicy } from './apply-event.ts';
import type { Conversion, SentAmount } from './conversion.ts';
import { decideGoals, type Goals, type LoadedAction } from './decide-goals.ts';
import { goalFacts, type GoalVisit } from './goal-facts.ts';
import { toUnits } from '../money/decimal.ts';
import { priceAction, type PricingTerms } from './price-action.ts';
import type { IncomingEvent } from './read-incoming.ts';
import { isEarning, mayMove, readStatus } from './status.ts';
import { heaviest, type Verdict } from './verdicts.ts';

/**
 * The conversions that a rejection or refund speaks of. Rules are not asked for that: one that counts only what is
 * approved would never hear that it was taken back. A message that names no transaction means the only one there is.
 */
export function findReversed(
  stored: readonly Conversion[],
  { transactionId, event }: Pick<IncomingEvent, 'transactionId' | 'event'>,
): Conversion[] {
  const named = stored.filter((conversion) => conversion.transactionId === transactionId);
  const isOnly = stored.every((conversion) => conversion.transactionId === stored[0]?.transactionId);
  const meant = named.length === 0 && transactionId === '' && isOnly ? stored : named;
  const ofEvent = meant.filter((conversion) => conversion.event === event);
  // Where the message has a name of its own, such as `refund`, it speaks of what was sold and not of the steps before.
  return ofEvent.length > 0 ? ofEvent : meant.filter(({ isConversion }) => isConversion);
}

/** The settings that an event is read with: of the workspace, the campaign, and the network of the visit's offer. */
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
  /** Everything stored for this visit, in the order in which it was first stored. */
  stored: readonly Conversion[];
  terms: EventTerms;
};

export type Interpretation = {
  verdict: Verdict;
  /** Null for the built-in rule, and where none was asked or none held. */
  ruleId: string | null;
  /** What to store and write, all of it or nothing. */
  changes: (Change & { conversion: Conversion })[];
};

/** What an incoming event means for the visit it belongs to. Whether it may come in at all was decided before. */
export function interpretEvent(given: EventToInterpret): Interpretation {
  const { incoming, stored, terms } = given;
  const status = readStatus(incoming.status, terms.statusMap);
  if (status === 'unknown') return refuse('unknown-status');
  if (incoming.isNegative && (status === 'none' || isEarning(status))) return takeBackAmount(given, status);
  if (status === 'none') return interpretGoals(given, null);
  const takenBack = isEarning(status) ? [] : findReversed(stored, incoming);
  return takenBack.length === 0 ? interpretGoals(given, status) : takeBack(takenBack, status, given);
}

/**
 * An amount below zero that no word explains is a chargeback or a refund, of all that it speaks of: part of it could not be
 * told from a repeat. What never came cannot be taken back, or there would be revenue below zero.
 */
function takeBackAmount(given: EventToInterpret, status: ConversionStatus | 'none'): Interpretation {
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
  return isPart ? refuse('partial-refund') : takeBack(meant, 'refunded', given);
}

function interpretGoals(given: EventToInterpret, status: ConversionStatus | null): Interpretation {
  const { incoming, stored, terms } = given;
  if (incoming.isAmountBad) return refuse('invalid-amount');
  const isFirst = isFirstOf(given, status);
  const facts = goalFacts({ ...given, status: status ?? 'approved', isFirst });
  const rule = decideGoals(terms.goals, facts, 'network');
  if (rule === undefined) return refuse('no-rule');
  const changes = rule.actions.map((action) => {
    const arrival = toAction(action, given, status);
    return applyEvent(findOwn(stored, arrival), arrival, terms.duplicatePolicy);
  });
  return settle(changes, rule.id);
}

/** A status that takes back leaves amounts alone: networks send nothing, zero or a negative one with it. */
function takeBack(
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
    const arrival = { ...first, ...nothing, status, receivedMs };
    return [applyEvent(group, arrival, terms.duplicatePolicy)];
  });
  return settle(changes, null);
}

export function toAction(
  action: LoadedAction,
  given: EventToInterpret,
  status: ArrivingAction['status'],
): ArrivingAction {
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
  const usual = network?.currency ?? workspace.currency;
  // A `$` is that of the network, or ours, where that is called so.
  const meant = [usual, workspace.currency].find((code) => meanings.includes(code)) ?? meanings[0];
  return { amount, currency: currency || (meant ?? usual) };
}

/** What is stored of the same action and transaction, or else what a page reported of the action, which names none. */
function findOwn(
  stored: readonly Conversion[],
  { idx, transactionId }: ArrivingAction,
): readonly Conversion[] {
  const ofAction = stored.filter((conversion) => conversion.idx === idx);
  const own = ofAction.filter((conversion) => conversion.transactionId === transactionId);
  return own.length > 0 ? own : ofAction.filter(({ isFromPage }) => isFromPage);
}

/** A repeat of the visit's first event, or a new status of it, is still the first: its rule has to hold for it again. */
export function isFirstOf(given: EventToInterpret, status: ConversionStatus | null): boolean {
  const { stored, incoming, terms } = given;
  const [first] = stored;
  if (first === undefined) return true;
  if (first.event !== incoming.event || first.transactionId !== incoming.transactionId) return false;
  return terms.duplicatePolicy !== 'append' || (status !== null && mayMove(first.status, status));
}

/** One amount that cannot be converted ends the whole event: applied again later, the rest would count twice. */
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
