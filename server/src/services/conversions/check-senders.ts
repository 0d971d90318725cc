import { createHash } from 'node:crypto';
import { checkSource } from '../../domain/conversions/check-source.ts';
import type { SettingsOf } from '../event-settings.ts';
import { refuseEvent, type AppliedEvent } from './event-to-apply.ts';
import { creditTo, type IdentifiedEvent } from './identify-visits.ts';

/**
 * Returns the events with an accepted sender, each with the offers whose affiliate networks accept the sender. If no
 * affiliate network accepts an event's sender, sets the verdict of the event in `results`.
 */
export function checkSenders(
  events: readonly IdentifiedEvent[],
  settingsOf: SettingsOf,
  results: Map<number, AppliedEvent>,
): IdentifiedEvent[] {
  return events.flatMap((event) => {
    const refusals = event.offers.map((offer) => findRefusal(creditTo(event, offer), settingsOf));
    const offers = event.offers.filter((_, at) => refusals[at] === undefined);
    if (offers.length > 0) return [{ ...event, offers }];
    results.set(event.at, refuseEvent('refused-source', refusals[0]));
    return [];
  });
}

function findRefusal(credited: IdentifiedEvent, settingsOf: SettingsOf): string | undefined {
  const { event } = credited;
  const { network } = settingsOf(credited);
  if (event.source !== 'network' || network === undefined) return undefined;
  const postbackIps = event.isSourceAllowed === true ? [] : network.postbackIps;
  const request = { address: event.address ?? '', incoming: event.incoming };
  const check = checkSource({ ...network, postbackIps }, request, sha256);
  if (check === 'allowed') return undefined;
  return check === 'wrong-address'
    ? `The sender’s IP address is not on the allowlist of ${network.name}.`
    : `The token for ${network.name} is missing or wrong.`;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
