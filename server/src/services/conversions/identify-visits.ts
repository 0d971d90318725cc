import { incomingAliases, rankOffers, type CreditedOffer } from '../../domain/conversions/index.ts';
import type { RecordedVisit } from '../../domain/traffic/recorded-visit.ts';
import { WaypostError } from '../../platform/errors.ts';
import { listCampaignTerms, type CampaignTerms } from '../../store/conversions/attribution-terms.ts';
import type { Executor } from '../../store/database/database.ts';
import { readEdgesShippedUntil } from '../../store/queues/shipped-until.ts';
import type { VisitKey } from '../../traffic/traffic-store.ts';
import {
  refuseEvent,
  type AppliedEvent,
  type AttributionContext,
  type EventToApply,
} from './event-to-apply.ts';

export type IdentifiedEvent = {
  at: number;
  event: EventToApply;
  visitId: string;
  visit: RecordedVisit;
  offers: readonly CreditedOffer[];
  campaign: CampaignTerms;
};

type Claimed = Omit<IdentifiedEvent, 'visit' | 'offers'>;

/** Returns the event as if the offer had been selected for its visit. */
export function creditTo(event: IdentifiedEvent, offer: CreditedOffer | null): IdentifiedEvent {
  return offer === null ? event : { ...event, visit: { ...event.visit, ...offer } };
}

/**
 * Finds the visits and possible offers of events with one query for all campaigns, one query for all visits and one
 * query for all clicks. If an event has no visit or has to wait, sets its verdict in `results`, by the event's index.
 */
export async function identifyVisits(
  context: AttributionContext,
  executor: Executor,
  events: readonly EventToApply[],
  results: Map<number, AppliedEvent>,
): Promise<IdentifiedEvent[]> {
  const claimed = await claimCampaigns(context, executor, events, results);
  const keys = new Map(
    claimed.map(({ visitId, campaign }) => [
      visitId,
      { workspaceId: campaign.workspaceId, campaignId: campaign.id, visitId },
    ]),
  );
  // Read before the clicks, so that clicks shipped between the two reads do not count as missing.
  const until = claimed.length === 0 ? undefined : await readEdgesShippedUntil(executor);
  const { visits, clicks } = await readVisitsAndClicks(context, [...keys.values()]);
  const nowMs = context.now().getTime();
  const matched = claimed.flatMap((one) => {
    const visit = visits.get(one.visitId);
    if (visit === undefined) {
      results.set(one.at, refuseEvent('waiting'));
      return [];
    }
    const clicked = clicks.get(one.visitId) ?? [];
    const offers = rankOffers(visit, clicked, one.event.receivedMs);
    return [{ ...one, visit, offers, hasClicks: clicked.length > 0 }];
  });
  return matched.filter((one) => {
    const isLate = until !== undefined && mayMissClick(one, { shippedUntilMs: until.getTime(), nowMs });
    if (isLate) results.set(one.at, refuseEvent('waiting', clickMissing));
    return !isLate;
  });
}

const clickMissing =
  'The visit was found, but its landing-page clicks, which determine the offer, have not arrived yet.';

// An event whose visit already has a click does not wait for clicks recorded in the last ten seconds before the event,
// because visitors rarely click another offer and convert that quickly. Edges usually ship their rows sooner than that,
// so such events rarely wait.
const typicalDelayMs = 10_000;

// An event from the future was received while the clock of its edge was ahead. Waiting until the edge has shipped its
// rows up to that time could take hours, so the event waits for this many attempts instead, which take 20 seconds.
const clockErrorMsMin = 60_000;
const attemptsMin = 6;

/**
 * Returns whether the event has to wait for clicks. Clicks are recorded after their visits, and a delayed edge may ship
 * them late. For visits that were sent to a landing page, an event therefore waits until all edges have shipped their
 * rows up to the time of the event or, if a click is known, up to shortly before that time. Events from uploads and
 * pages do not wait, because uploads report the past and pages cannot set amounts.
 */
function mayMissClick(
  { visit, event, hasClicks }: IdentifiedEvent & { hasClicks: boolean },
  { shippedUntilMs, nowMs }: { shippedUntilMs: number; nowMs: number },
): boolean {
  if (visit.landingId === null || event.source !== 'network') return false;
  if (event.receivedMs > nowMs + clockErrorMsMin) return (event.attempts ?? 0) < attemptsMin;
  return event.receivedMs - (hasClicks ? typicalDelayMs : 0) > shippedUntilMs;
}

/** Decodes click IDs and finds their campaigns. An invalid click ID reveals nothing about any visit. */
async function claimCampaigns(
  { clickIds }: AttributionContext,
  executor: Executor,
  events: readonly EventToApply[],
  results: Map<number, AppliedEvent>,
): Promise<Claimed[]> {
  const read = events.map(({ incoming }) => clickIds.decode(incoming.clickId));
  const wanted = new Map<string, { workspaceId: string; number: number }>();
  for (const [at, clickId] of read.entries()) {
    const workspaceId = events[at]?.workspaceId ?? '';
    const number = clickId?.campaignNumber;
    if (number !== undefined) wanted.set(`${workspaceId} ${number}`, { workspaceId, number });
  }
  const found = await listCampaignTerms(executor, [...wanted.values()]);
  const campaigns = new Map(found.map((one) => [`${one.workspaceId} ${one.number}`, one]));
  return events.flatMap((event, at) => {
    const clickId = read[at];
    const campaign = campaigns.get(`${event.workspaceId} ${clickId?.campaignNumber}`);
    if (clickId !== undefined && campaign !== undefined) {
      if (event.campaignId === undefined || event.campaignId === campaign.id)
        return [{ at, event, visitId: clickId.visitId, campaign }];
      results.set(at, refuseEvent('foreign-visit', `The click ID belongs to the campaign ${campaign.name}.`));
    } else results.set(at, refuseClickId(event));
    return [];
  });
}

function refuseClickId({ incoming: { clickId, cut, unfilled } }: EventToApply): AppliedEvent {
  const [longName, emptyName] = [clickIdAmong(cut), clickIdAmong(unfilled)];
  if (clickId === '')
    return refuseEvent(
      'no-click-id',
      emptyName === undefined ? null : `The click ID parameter ${emptyName} is empty or an unreplaced macro.`,
    );
  return refuseEvent(
    'bad-click-id',
    longName === undefined ? null : `The click ID in ${longName} is longer than 512 characters.`,
  );
}

function clickIdAmong(names: readonly string[]): string | undefined {
  return incomingAliases.clickId.find((name) => names.includes(name));
}

async function readVisitsAndClicks({ traffic }: AttributionContext, keys: readonly VisitKey[]) {
  try {
    const [visits, clicks] = await Promise.all([traffic.findVisits(keys), traffic.findClicks(keys)]);
    return { visits, clicks };
  } catch (error) {
    throw new WaypostError(
      'SERVICE_UNAVAILABLE',
      'Visits cannot be looked up right now. Try again shortly.',
      { cause: error },
    );
  }
}
