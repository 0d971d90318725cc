import type { ConversionStatus } from '@waypost/contract/values/conversion-status.ts';
import type { ConditionFacts, FactField, FactValue, GoalField } from '../conditions/index.ts';
import type { IncomingEvent } from './read-incoming.ts';

export type GoalVisit = {
  campaignId: string;
  offerId: string | null;
  country: string | null;
  timeMs: number;
};

type GoalMoment = {
  incoming: IncomingEvent;
  status: ConversionStatus;
  visit: GoalVisit;
  receivedMs: number;
  isFirst: boolean;
};

/**
 * Returns the facts for the conditions of goal rules. The amount and currency are as sent, before exchange rates and
 * defaults.
 */
export function goalFacts({ incoming, status, visit, receivedMs, isFirst }: GoalMoment): ConditionFacts {
  const values: Partial<Record<FactField, FactValue | undefined>> = {
    event: known(incoming.event),
    status,
    payout: known(incoming.amount),
    currency: known(incoming.currency),
    txid: known(incoming.transactionId),
    campaign: visit.campaignId,
    offer: known(visit.offerId),
    country: known(visit.country),
    // The visit can be later than the event, because the clocks of two edges may disagree.
    secondsSinceVisit: Math.max(0, Math.floor((receivedMs - visit.timeMs) / 1_000)),
    isFirst,
  } satisfies Record<GoalField, FactValue | undefined>;
  return {
    timeMs: receivedMs,
    value: (field) => values[field],
    param: (name) => incoming.params.get(name),
    isUnique: () => false,
  };
}

function known(text: string | null): string | undefined {
  return text === null || text === '' ? undefined : text;
}
