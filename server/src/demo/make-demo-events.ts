import type { DemoOutcome } from './demo-edge.ts';
import type { DemoRandom } from './demo-random.ts';
import type { DemoVisit } from './make-demo-visits.ts';

export type DemoEvent = {
  campaign: string;
  source: 'upload' | 'page';
  timeMs: number;
  clickId: string;
  params: Record<string, string>;
  postback: string | undefined;
};

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const declinedShare = 0.13;
const chargebackShare = 0.035;
// Share of conversions that the network reports twice.
const repeatedShare = 0.03;

export function makeDemoEvents(random: DemoRandom, visit: DemoVisit, outcome: DemoOutcome): DemoEvent[] {
  const terms = visit.campaign.conversions[outcome.offer ?? ''];
  if (terms === undefined || visit.person.isBot || !random.chance(terms.share * visit.quality)) return [];
  const { trial, postback } = visit.campaign;
  const firstMs = visit.timeMs + 2 * minuteMs + random.delayMs(25 * minuteMs);
  const transaction = `T${Math.floor(random.next() * 1e10).toString(36)}`;
  const payout = random.between(terms.min, terms.max).toFixed(2);
  if (trial === undefined)
    return convert(random, visit, { clickId: outcome.clickId, firstMs, transaction, payout });
  const { clickId } = outcome;
  const campaign = visit.campaign.name;
  const source = 'upload' as const;
  // The page reports that the visitor looked at the plans before the trial.
  const plansViewed: DemoEvent = {
    campaign,
    source: 'page',
    timeMs: visit.timeMs + minuteMs,
    clickId,
    postback: undefined,
    params: { event: 'plans' },
  };
  const params = { event: 'trial', txid: transaction };
  const trialEvents = [plansViewed, { campaign, source, timeMs: firstMs, clickId, postback, params }];
  if (!random.chance(trial.saleShare)) return trialEvents;
  const soldMs = firstMs + 3 * dayMs + random.delayMs(2 * dayMs);
  const sold = { event: 'sale', txid: `${transaction}-S`, payout };
  return [...trialEvents, { campaign, source, timeMs: soldMs, clickId, postback, params: sold }];
}

type Sale = { clickId: string; firstMs: number; transaction: string; payout: string };

function convert(random: DemoRandom, { campaign }: DemoVisit, sale: Sale): DemoEvent[] {
  const { statuses } = campaign;
  const report = (timeMs: number, status: string | undefined): DemoEvent => ({
    campaign: campaign.name,
    source: 'upload',
    timeMs,
    clickId: sale.clickId,
    postback: campaign.postback,
    params: {
      txid: sale.transaction,
      payout: sale.payout,
      ...(status === undefined ? {} : { status }),
    },
  });
  const first = report(sale.firstMs, statuses?.initial);
  const events = random.chance(repeatedShare)
    ? [first, report(sale.firstMs + minuteMs, statuses?.initial)]
    : [first];
  if (statuses === undefined) return events;
  const decidedMs = sale.firstMs + dayMs + random.delayMs(2 * dayMs);
  if (random.chance(declinedShare)) return [...events, report(decidedMs, statuses.rejected)];
  events.push(report(decidedMs, statuses.approved));
  const isRefunded = statuses.refunded !== undefined && random.chance(chargebackShare);
  return isRefunded
    ? [...events, report(decidedMs + dayMs + random.delayMs(3 * dayMs), statuses.refunded)]
    : events;
}
