import type { DemoCampaign } from './demo-campaigns.ts';
import { demoCountries, makePerson, makeProgram, type DemoCountry, type DemoPerson } from './demo-people.ts';
import type { DemoRandom } from './demo-random.ts';

/** Somebody who comes to a campaign of the demo. */
export type DemoVisit = {
  campaign: DemoCampaign;
  timeMs: number;
  person: DemoPerson;
  /** The query that the source puts into the link. */
  query: string;
  referrer: string;
  isPrefetch: boolean;
  /** How likely the visitor is to do something, beside the others. */
  quality: number;
};

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const prefetchShare = 0.01;

// How busy the hours of a day are where the visitor lives: quiet at night, busiest in the evening.
const hours = [4, 2, 1, 1, 1, 2, 4, 6, 8, 9, 9, 10, 11, 10, 9, 9, 10, 11, 13, 15, 16, 14, 11, 7] as const;
// Sunday first.
const weekdays = [1.15, 0.95, 0.92, 0.95, 1, 1.02, 1.12] as const;

export type DemoSpan = { fromMs: number; toMs: number };

/** The visits of one day, by time; none is later than the end of the span. */
export function makeDemoVisits(
  random: DemoRandom,
  campaigns: readonly DemoCampaign[],
  span: DemoSpan,
  dayStartMs: number,
): DemoVisit[] {
  return campaigns
    .flatMap((campaign) =>
      Array.from({ length: countVisits(random, campaign, span, dayStartMs) }, () =>
        makeVisit(random, campaign, dayStartMs),
      ),
    )
    .filter(({ timeMs }) => timeMs >= span.fromMs && timeMs < span.toMs)
    .toSorted((one, other) => one.timeMs - other.timeMs);
}

function countVisits(
  random: DemoRandom,
  { runs: [from, to], visitsPerDay, growth }: DemoCampaign,
  span: DemoSpan,
  dayStartMs: number,
): number {
  const at = (dayStartMs - span.fromMs) / (span.toMs - span.fromMs);
  if (at < from - 1e-9 || at > to) return 0;
  const grown = 1 + (growth - 1) * Math.min(1, Math.max(0, (at - from) / (to - from)));
  const weekday = weekdays[new Date(dayStartMs).getUTCDay()] ?? 1;
  return Math.round(visitsPerDay * grown * weekday * random.between(0.88, 1.12));
}

function makeVisit(random: DemoRandom, campaign: DemoCampaign, dayStartMs: number): DemoVisit {
  const isProgram = random.chance(campaign.botShare);
  const { country, quality } = random.weigh(
    campaign.countries.map(([name, weight, worth]) => [{ country: name, quality: worth }, weight] as const),
  );
  const { query, worth } = makeQuery(random, campaign);
  return {
    campaign,
    timeMs: timeOf(random, country, dayStartMs),
    person: isProgram ? makeProgram(random) : makePerson(random, country, campaign.phoneShare),
    query,
    referrer: random.pick(campaign.referrers),
    isPrefetch: !isProgram && random.chance(prefetchShare),
    quality: quality * worth,
  };
}

/** Whatever falls behind midnight there comes at the same hour of the day that is made. */
function timeOf(random: DemoRandom, country: DemoCountry, dayStartMs: number): number {
  const local = random.weigh(hours.map((weight, hour) => [hour, weight] as const));
  const hour = (((local - demoCountries[country].hoursEast) % 24) + 24) % 24;
  return Math.floor(dayStartMs + ((hour * hourMs + random.next() * hourMs) % dayMs));
}

function makeQuery(random: DemoRandom, campaign: DemoCampaign): { query: string; worth: number } {
  const { cost, clickIdParam, placements } = campaign;
  const query = new URLSearchParams({ [clickIdParam]: clickIdOf(random) });
  if (cost !== undefined) query.set(cost.param, random.between(cost.least, cost.most).toFixed(4));
  let worth = 1;
  for (const [param, values] of Object.entries(placements)) {
    const [value, , quality] = random.weigh(values.map((one) => [one, one[1]] as const));
    query.set(param, value);
    worth *= quality;
  }
  return { query: query.toString(), worth };
}

function clickIdOf(random: DemoRandom): string {
  return Array.from({ length: 3 }, () => Math.floor(random.next() * 2 ** 32).toString(36)).join('');
}
