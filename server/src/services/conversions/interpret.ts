import {
  interpretEvent,
  interpretPageEvent,
  withDecimalMark,
  type CreditedOffer,
  type IncomingEvent,
  type Interpretation,
} from '../../domain/conversions/index.ts';
import type { StoredConversion } from '../../store/conversions/conversions.ts';
import type { EventSettings, SettingsOf } from '../event-settings.ts';
import { creditTo, type IdentifiedEvent } from './identify-visits.ts';

export type InterpretedEvent = Interpretation & {
  identified: IdentifiedEvent;
  incoming: IncomingEvent;
  /** Offer of new conversions. Null means the offer of the visit. */
  offer: CreditedOffer | null;
  settings: EventSettings;
};

/** Matches the goal rules, prices their actions, and compares the event with the stored conversions of its visit. */
export function interpret(
  identified: IdentifiedEvent,
  stored: readonly StoredConversion[],
  settingsOf: SettingsOf,
): InterpretedEvent {
  const { event, campaign } = identified;
  const offer = chooseOffer(identified, stored);
  const credited = creditTo(identified, offer);
  const { visit } = credited;
  const settings = settingsOf(credited);
  const incoming = withDecimalMark(event.incoming, settings.network?.decimalMark ?? null);
  const interpretAs = event.source === 'page' ? interpretPageEvent : interpretEvent;
  const interpretation = interpretAs({
    incoming,
    receivedMs: event.receivedMs,
    visit: {
      campaignId: campaign.id,
      offerId: settings.offer?.id ?? visit.offerId,
      country: visit.country,
      timeMs: visit.timeMs,
    },
    stored: stored.map(({ state }) => state),
    terms: settings.terms,
  });
  return { ...interpretation, identified, incoming, offer, settings };
}

/**
 * Returns the offer of the stored conversion that the event refers to. If the event refers to no stored conversion, or
 * if the offer of that conversion is not one of the event's possible offers, returns the most likely offer. Null means
 * the visit's offer. Without a transaction ID, an event refers to the latest conversion. Conversions from pages are
 * skipped, because they often precede the click.
 */
function chooseOffer(
  { offers, event, visit }: IdentifiedEvent,
  stored: readonly StoredConversion[],
): CreditedOffer | null {
  const { transactionId } = event.incoming;
  const fromNetwork = stored.filter(({ state }) => !state.isFromPage);
  const named = fromNetwork.findLast(({ state }) => state.transactionId === transactionId);
  const target = named ?? (transactionId === '' ? fromNetwork.at(-1) : undefined);
  const targetOfferId = target && (target.offer ?? visit).offerId;
  return offers.find(({ offerId }) => target !== undefined && offerId === targetOfferId) ?? offers[0] ?? null;
}
