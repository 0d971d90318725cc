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

/**
 * Removes all fields that a page has no authority over, because anyone who opens the page can send the same request.
 */
export function withoutMoney(incoming: IncomingEvent): IncomingEvent {
  const { clickId, event } = incoming;
  const kept = [...incoming.params].filter(([name]) => !moneyNames.has(aliasOf(name)));
  return { ...readIncoming(kept), clickId, event, unread: [] };
}

/**
 * Interprets a page event. The event is counted only if an action accepts page events. It is counted once per visit and
 * action, with the payout of the action or the offer. Stored conversions are not changed.
 */
export function interpretPageEvent(given: EventToInterpret): Interpretation {
  const { stored, terms } = given;
  const facts = goalFacts({ ...given, status: 'approved', isFirst: isFirstOf(given, null) });
  const rule = decideGoals(terms.goals, facts, 'page');
  if (rule === undefined) return refuse('from-page');
  // The network's default payout is not used, because it applies only if the network sends no
  // amount, and this event comes from a page.
  const network = terms.network && { ...terms.network, defaultPayout: null };
  const changes = rule.actions.map((action) => {
    const update = toAction(action, { ...given, terms: { ...terms, network } }, null);
    const ofAction = stored.filter(({ idx }) => idx === action.idx);
    return applyEvent(ofAction, { ...update, isFromPage: true }, 'ignore');
  });
  return settle(changes, rule.id);
}
