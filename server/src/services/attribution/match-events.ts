import { incomingAliases, rankOffers, type CreditedOffer } from '../../domain/goals/index.ts';
import type { RecordedVisit } from '../../domain/traffic/recorded-visit.ts';
import { WaypostError } from '../../platform/errors.ts';
import { listCampaignTerms, type CampaignTerms } from '../../store/attribution/attribution-terms.ts';
import type { Executor } from '../../store/database/database.ts';
import type { VisitKey } from '../../traffic/traffic-store.ts';
import {
  refuseEvent,
  type AppliedEvent,
  type AttributionContext,
  type EventToApply,
} from './event-to-apply.ts';

/** An event whose visit was found. */
export type MatchedEvent = {
  /** Its place among the events that were given. */
  at: number;
  event: EventToApply;
  visitId: string;
  visit: RecordedVisit;
  /** What it can be about, the likeliest first. */
  offers: readonly CreditedOffer[];
  campaign: CampaignTerms;
};

type Claimed = Omit<MatchedEvent, 'visit' | 'offers'>;

/** The same as if this offer had been drawn with its visit. */
export function creditTo(matched: MatchedEvent, offer: CreditedOffer | null): MatchedEvent {
  return offer === null ? matched : { ...matched, visit: { ...matched.visit, ...offer } };
}

/** Finds the visits of events: one question for all of their campaigns, one for all visits. What has none is judged in `applied`, by its place. */
export async function matchEvents(
  context: AttributionContext,
  executor: Executor,
  events: readonly EventToApply[],
  applied: Map<number, AppliedEvent>,
): Promise<MatchedEvent[]> {
  const claimed = await claimCampaigns(context, executor, events, applied);
  const keys = new Map(
    claimed.map(({ visitId, campaign }) => [
      visitId,
      { workspaceId: campaign.workspaceId, campaignId: campaign.id, visitId },
    ]),
  );
  const { visits, clicks } = await ask(context, [...keys.values()]);
  return claimed.flatMap((one) => {
    const visit = visits.get(one.visitId);
    if (visit !== undefined) {
      const offers = rankOffers(visit, clicks.get(one.visitId) ?? [], one.event.receivedMs);
      return [{ ...one, visit, offers }];
    }
    applied.set(one.at, refuseEvent('waiting'));
    return [];
  });
}

/** What click ids say: which visit, and of which campaign. Whoever has the wrong one is told no more than needed. */
async function claimCampaigns(
  { clickIds }: AttributionContext,
  executor: Executor,
  events: readonly EventToApply[],
  applied: Map<number, AppliedEvent>,
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
      applied.set(at, refuseEvent('foreign-visit', `It belongs to the campaign ${campaign.name}.`));
    } else applied.set(at, refuseClickId(event));
    return [];
  });
}

function refuseClickId({ incoming: { clickId, cut, unfilled } }: EventToApply): AppliedEvent {
  const [longName, emptyName] = [clickIdAmong(cut), clickIdAmong(unfilled)];
  if (clickId === '')
    return refuseEvent(
      'no-click-id',
      emptyName === undefined ? null : `Its click id, ${emptyName}, came without anything filled in.`,
    );
  return refuseEvent(
    'bad-click-id',
    longName === undefined ? null : `Its click id, ${longName}, is longer than 512 characters, and was cut.`,
  );
}

function clickIdAmong(names: readonly string[]): string | undefined {
  return incomingAliases.clickId.find((name) => names.includes(name));
}

async function ask({ traffic }: AttributionContext, keys: readonly VisitKey[]) {
  try {
    const [visits, clicks] = await Promise.all([traffic.findVisits(keys), traffic.findClicks(keys)]);
    return { visits, clicks };
  } catch (error) {
    throw new WaypostError('SERVICE_UNAVAILABLE', 'visits cannot be looked up', { cause: error });
  }
}
