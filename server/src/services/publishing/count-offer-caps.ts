import { dayAround, type Day } from '../../domain/calendar/day-around.ts';
import { WaypostError } from '../../platform/errors.ts';
import {
  claimCapCount,
  listCappedOffers,
  replaceFullOffers,
  type CappedOffer,
  type FullOffer,
} from '../../store/publishing/offer-caps.ts';
import type { OfferCounts, OfferToCount } from '../../traffic/traffic-store.ts';
import { asSystem, type ServiceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';

export type CountOffers = (offers: OfferToCount[]) => Promise<OfferCounts[]>;

/** Why there was no count is nobody's concern: nothing has a cap, or another worker counts, or has just counted. */
type CapCount = { counted: number; full: number; isChanged: boolean } | undefined;

// Somewhat less than the second between two looks, so that one worker alone counts at each of them.
const pauseMs = 750;

/**
 * Counts what offers with a cap got today and keeps which of them are full. Where the counting fails, they stay as they
 * are: full until their day ends.
 */
export async function countOfferCaps(context: ServiceContext, countOffers: CountOffers): Promise<CapCount> {
  requirePermission(context.actor, 'publishing.run');
  return await asSystem(context, async (executor) => {
    if (!(await claimCapCount(executor, pauseMs))) return undefined;
    const days = daysAround(context.now().getTime());
    const capped = (await listCappedOffers(executor)).map((offer) => ({
      ...offer,
      day: days(offer.timezone),
    }));
    const counts = await ask(
      countOffers,
      capped.map(({ workspaceId, offerId, day }) => ({ workspaceId, offerId, sinceMs: day.startMs })),
    );
    const full = findFull(capped, counts);
    const isChanged = await replaceFullOffers(executor, full);
    return { counted: capped.length, full: full.length, isChanged };
  });
}

async function ask(countOffers: CountOffers, offers: OfferToCount[]): Promise<OfferCounts[]> {
  try {
    return await countOffers(offers);
  } catch (error) {
    throw new WaypostError('SERVICE_UNAVAILABLE', 'traffic cannot be counted at the moment', {
      cause: error,
    });
  }
}

function daysAround(nowMs: number): (timezone: string) => Day {
  const days = new Map<string, Day>();
  return (timezone) => {
    const day = days.get(timezone) ?? dayAround(timezone, nowMs);
    days.set(timezone, day);
    return day;
  };
}

function findFull(capped: (CappedOffer & { day: Day })[], counts: OfferCounts[]): FullOffer[] {
  const byOffer = new Map(counts.map((count) => [count.offerId, count]));
  return capped
    .filter((offer) => (byOffer.get(offer.offerId)?.[offer.counts] ?? 0) >= offer.limit)
    .map(({ workspaceId, offerId, day }) => ({ workspaceId, offerId, untilMs: day.endMs }));
}
