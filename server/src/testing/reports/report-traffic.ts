import { fromUnits } from '../../domain/money/decimal.ts';
import { trafficColumns } from '../../domain/traffic/columns.ts';
import type { RecordedVisit } from '../../domain/traffic/recorded-visit.ts';
import { expiryDay, timeCell } from '../../domain/traffic/time-cells.ts';
import { buildEventRow, readVisitCells } from '../../domain/traffic/visit-cells.ts';
import { clickRow, promotionRow, type Click } from '../../edge/clicks/click-rows.ts';
import { tagRow } from '../../edge/direct/tag-row.ts';
import { visitRow } from '../../edge/visits/visit-row.ts';
import type { Visit } from '../../edge/visits/visit.ts';
import { newId } from '../../platform/ids.ts';
import type { ModelRow } from './report-model-metrics.ts';
import type { Random } from './report-queries.ts';
import { makeTrafficCampaign, type TrafficCampaign } from './report-traffic-campaign.ts';
import { makeGoal, type MadeGoal, type TimedRow } from './report-traffic-goal.ts';
import { makeVisit, type MadeVisit } from './report-traffic-visit.ts';

export type ReportTraffic = {
  visits: TimedRow[];
  clicks: TimedRow[];
  outbox: TimedRow[];
  facts: ModelRow[];
  campaigns: TrafficCampaign[];
};

const hourMs = 3_600_000;

/** Times around clock changes in several time zones, with short and long days. */
const periods = ['2026-03-08', '2026-03-28', '2026-04-04', '2026-10-03', '2026-10-25', '2026-11-01'].map(
  (day) => Date.parse(`${day}T00:00:00Z`),
);

/**
 * Creates traffic for one workspace: visits, clicks, conversions that change status, costs added later, and odd values.
 */
export function makeReportTraffic(workspaceId: string, visitCount: number, random: Random): ReportTraffic {
  const campaigns = [0, 1, 2].map((index) => makeTrafficCampaign(workspaceId, index));
  const traffic: ReportTraffic = { visits: [], clicks: [], outbox: [], facts: [], campaigns };
  for (let index = 0; index < visitCount; index += 1) addVisit(traffic, random);
  return traffic;
}

function addVisit(traffic: ReportTraffic, random: Random): void {
  const campaign = random.pick(traffic.campaigns);
  const timeMs = random.pick(periods) - 12 * hourMs + random.below(48 * hourMs);
  const visit = makeVisit(campaign, timeMs, random);
  const row = visitRow(visit.built);
  traffic.visits.push({ timeMs, row });
  traffic.facts.push({
    ...visit.facts,
    counts: {
      visits: visit.isCounted ? 1 : 0,
      uniqueVisits: visit.isCounted && visit.isUnique ? 1 : 0,
      botVisits: visit.isBot ? 1 : 0,
      prefetchVisits: visit.isPrefetch && !visit.isBot ? 1 : 0,
      lpviews: visit.isCounted && visit.outcome === 'landing' ? 1 : 0,
    },
    cost: visit.cost,
  });
  if (random.below(2) === 0) addClicks(traffic, campaign, visit, random);
  if (random.below(3) === 0) addGoal(traffic, makeGoal(readCells(row), visit.facts, random));
  if (random.below(6) === 0) addCostChange(traffic, readCells(row), visit, random);
  if (random.below(5) === 0) addTags(traffic, campaign, visit, random);
}

/**
 * Adds clicks on several links, some by bots and some without a known visit. The first click may turn a prefetch into a
 * counted visit.
 */
function addClicks(
  traffic: ReportTraffic,
  campaign: TrafficCampaign,
  visit: MadeVisit,
  random: Random,
): void {
  const timeMs = visit.timeMs + 1 + random.below(hourMs);
  const isPromoted = visit.isPrefetch && !visit.isBot && !visit.isCounted;
  for (let link = 1; link <= 1 + random.below(3); link += 1) {
    const offer = random.pick(campaign.offers);
    const isBot = random.below(6) === 0;
    const isUnknown = random.below(8) === 0;
    const classified = { ...visit.built.classified, isBot, isPrefetch: false };
    const clicked = Object.assign(Object.create(visit.built), { classified, timeMs }) as Visit;
    const choice = {
      path: visit.route.path,
      landingId: visit.route.landing?.id ?? null,
      offer,
      link,
    } as unknown as Click['choice'];
    const click: Click = {
      id: newId(timeMs),
      outcome: 'offer',
      choice,
      visitId: isUnknown ? undefined : visit.id,
    };
    traffic.clicks.push({ timeMs, row: clickRow(clicked, click) });
    const values = { ...visit.facts.values, offer: offer.id, affiliateNetwork: offer.affiliateNetworkId };
    const facts = { ...visit.facts, values, counts: { lpclicks: isBot ? 0 : 1 } };
    traffic.facts.push(isUnknown ? { ...facts, visitId: null } : facts);
    if (link > 1 || !isPromoted || isUnknown) continue;
    traffic.clicks.push({ timeMs, row: promotionRow(clicked, { ...click, id: newId(timeMs) }) });
    const isView = visit.route.landing !== undefined;
    const counts = {
      visits: 1,
      uniqueVisits: visit.isUnique ? 1 : 0,
      prefetchVisits: -1,
      lpviews: isView ? 1 : 0,
    };
    traffic.facts.push({ ...visit.facts, counts });
  }
}

function addGoal(traffic: ReportTraffic, { rows, facts }: MadeGoal): void {
  traffic.outbox.push(...rows);
  traffic.facts.push(...facts);
}

function addCostChange(
  traffic: ReportTraffic,
  recorded: RecordedVisit,
  visit: MadeVisit,
  random: Random,
): void {
  const cost = random.pick([-1n, 1n]) * BigInt(random.below(1_000_000_000));
  const timeMs = visit.timeMs + hourMs;
  const own = {
    type: 'adjustment',
    time: timeCell(timeMs),
    id: newId(timeMs),
    expires: expiryDay(visit.timeMs, 3_000),
    cost: fromUnits(cost),
  };
  traffic.outbox.push({ timeMs, row: buildEventRow(recorded, own) });
  traffic.facts.push({ ...visit.facts, cost });
  const postback = {
    ...own,
    type: 'postback',
    id: newId(timeMs),
    cost: '0',
    idx: '1',
    response_status: '200',
  };
  traffic.outbox.push({ timeMs, row: buildEventRow(recorded, postback) });
}

function addTags(traffic: ReportTraffic, campaign: TrafficCampaign, visit: MadeVisit, random: Random): void {
  const tags = [random.pick(['late', 'b', "it's | odd, \\N"])];
  const timeMs = visit.timeMs + 2_000;
  const clickId = { visitId: visit.id, timeMs: visit.timeMs, campaignNumber: 1 };
  traffic.clicks.push({
    timeMs,
    row: tagRow(campaign.served, { id: newId(timeMs), timeMs, clickId, tags }),
  });
  traffic.facts.push({ ...visit.facts, tags });
}

function readCells(row: string): RecordedVisit {
  const texts = row.split('\t');
  return readVisitCells(Object.fromEntries(trafficColumns.map((name, index) => [name, texts[index] ?? ''])));
}
