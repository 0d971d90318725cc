import type { DemoOutcome } from './demo-edge.ts';
import type { DemoRandom } from './demo-random.ts';
import type { DemoVisit } from './make-demo-visits.ts';

/** Something that a network reports of a visit, or its page. */
export type DemoEvent = {
  /** Its name. */
  campaign: string;
  source: 'upload' | 'page';
  timeMs: number;
  clickId: string;
  params: Record<string, string>;
  /** Where the source is told of it. */
  postback: string | undefined;
};

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const declinedShare = 0.13;
const chargebackShare = 0.035;
/** Networks send some things twice. */
const repeatedShare = 0.03;

/** What comes of somebody who has reached the offer; most often nothing. */
export function makeDemoEvents(random: DemoRandom, visit: DemoVisit, outcome: DemoOutcome): DemoEvent[] {
  const terms = visit.campaign.conversions[outcome.offer ?? ''];
  if (terms === undefined || visit.person.isBot || !random.chance(terms.share * visit.quality)) return [];
  const { trial, postback } = visit.campaign;
  const firstMs = visit.timeMs + 2 * minuteMs + random.delayMs(25 * minuteMs);
  const transaction = `T${Math.floor(random.next() * 1e10).toString(36)}`;
  const payout = random.between(terms.least, terms.most).toFixed(2);
  if (trial === undefined)
    return convert(random, visit, { clickId: outcome.clickId, firstMs, transaction, payout });
  const { clickId } = outcome;
  const campaign = visit.campaign.name;
  const source = 'upload' as const;
  // Whoever tries it has looked at the plans before, and the page says so.
  const compared: DemoEvent = {
    campaign,
    source: 'page',
    timeMs: visit.timeMs + minuteMs,
    clickId,
    postback: undefined,
    params: { event: 'plans' },
  };
  const params = { event: 'trial', txid: transaction };
  const began = [compared, { campaign, source, timeMs: firstMs, clickId, postback, params }];
  if (!random.chance(trial.goesOn)) return began;
  const soldMs = firstMs + 3 * dayMs + random.delayMs(2 * dayMs);
  const sold = { event: 'sale', txid: `${transaction}-S`, payout };
  return [...began, { campaign, source, timeMs: soldMs, clickId, postback, params: sold }];
}

type Sale = { clickId: string; firstMs: number; transaction: string; payout: string };

/** A conversion with its later fate: on hold at first where the network has such a word, then approved, or not. */
function convert(random: DemoRandom, { campaign }: DemoVisit, sale: Sale): DemoEvent[] {
  const { words } = campaign;
  const tell = (timeMs: number, status: string | undefined): DemoEvent => ({
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
  const first = tell(sale.firstMs, words?.first);
  const events = random.chance(repeatedShare)
    ? [first, tell(sale.firstMs + minuteMs, words?.first)]
    : [first];
  if (words === undefined) return events;
  const decidedMs = sale.firstMs + dayMs + random.delayMs(2 * dayMs);
  if (random.chance(declinedShare)) return [...events, tell(decidedMs, words.bad)];
  events.push(tell(decidedMs, words.good));
  const isTakenBack = words.back !== undefined && random.chance(chargebackShare);
  return isTakenBack ? [...events, tell(decidedMs + dayMs + random.delayMs(3 * dayMs), words.back)] : events;
}
