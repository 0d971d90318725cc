import { applyEvent } from './apply-event.ts';
import { decideGoals } from './decide-goals.ts';
import { goalFacts } from './goal-facts.ts';
import {
  toAction,
  isFirstOf,
  refuse,
  settle,
  type EventToInterpret,
  type Interpretation,
} from './interpret-event.ts';
import { aliasOf, incomingAliases, readIncoming, type IncomingEvent } from './read-incoming.ts';

const moneyNames = new Set<string>(
  (['amount', 'currency', 'status', 'transactionId'] as const).flatMap((field) => incomingAliases[field]),
);

/** What a page says without all that it has no say in: anybody who opens the page can send what it sends. */
export function withoutMoney(incoming: IncomingEvent): IncomingEvent {
  const { clickId, event } = incoming;
  const kept = [...incoming.params].filter(([name]) => !moneyNames.has(aliasOf(name)));
  return { ...readIncoming(kept), clickId, event, unread: [] };
}

/**
 * What an event of a page means. It counts only through an action that takes such events, once for each visit and
 * action, with the amount that is set for the action or the offer; what is stored already it leaves as it is.
 */
export function interpretPageEvent(given: EventToInterpret): Interpretation {
  const { stored, terms } = given;
  const facts = goalFacts({ ...given, status: 'approved', isFirst: isFirstOf(given, null) });
  const rule = decideGoals(terms.goals, facts, 'page');
  if (rule === undefined) return refuse('from-page');
  // The network's usual payout stands in for an amount that the network left out; a page is not the network.
  const network = terms.network && { ...terms.network, defaultPayout: null };
  const changes = rule.actions.map((action) => {
    const arrival = toAction(action, { ...given, terms: { ...terms, network } }, null);
    const ofAction = stored.filter(({ idx }) => idx === action.idx);
    return applyEvent(ofAction, { ...arrival, isFromPage: true }, 'ignore');
  });
  return settle(changes, rule.id);
}
