import type { DemoCampaign } from './demo-campaigns.ts';
import { demoCountries, makePerson, makeBot, type DemoCountry, type DemoPerson } from './demo-people.ts';
import type { DemoRandom } from './demo-random.ts';

export type DemoVisit = {
  campaign: DemoCampaign;
  timeMs: number;
  person: DemoPerson;
  query: string;
  referrer: string;
  isPrefetch: boolean;
  quality: number;
};

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const prefetchShare = 0.01;

// Relative traffic by local hour.
const hours = [4, 2, 1, 1, 1, 2, 4, 6, 8, 9, 9, 10, 11, 10, 9, 9, 10, 11, 13, 15, 16, 14, 11, 7] as const;
// Relative traffic by weekday, Sunday first.
const weekdays = [1.15, 0.95, 0.92, 0.95, 1, 1.02, 1.12] as const;

export type DemoSpan = { fromMs: number; toMs: number };

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
    .toSorted((a, b) => a.timeMs - b.timeMs);
}

function countVisits(
  random: DemoRandom,
  { runs: [from, to], visitsPerDay, growth }: DemoCampaign,
  span: DemoSpan,
  dayStartMs: number,
): number {
  const position = (dayStartMs - span.fromMs) / (span.toMs - span.fromMs);
  if (position < from - 1e-9 || position > to) return 0;
  const growthFactor = 1 + (growth - 1) * Math.min(1, Math.max(0, (position - from) / (to - from)));
  const weekday = weekdays[new Date(dayStartMs).getUTCDay()] ?? 1;
  return Math.round(visitsPerDay * growthFactor * weekday * random.between(0.88, 1.12));
}

function makeVisit(random: DemoRandom, campaign: DemoCampaign, dayStartMs: number): DemoVisit {
  const isBot = random.chance(campaign.botShare);
  const { country, quality } = random.pickWeighted(
    campaign.countries.map(([name, weight, worth]) => [{ country: name, quality: worth }, weight] as const),
  );
  const { query, worth } = makeQuery(random, campaign);
  return {
    campaign,
    timeMs: makeTime(random, country, dayStartMs),
    person: isBot ? makeBot(random) : makePerson(random, country, campaign.phoneShare),
    query,
    referrer: random.pick(campaign.referrers),
    isPrefetch: !isBot && random.chance(prefetchShare),
    quality: quality * worth,
  };
}

// Wraps hours past midnight around to the start of the same day.
function makeTime(random: DemoRandom, country: DemoCountry, dayStartMs: number): number {
  const local = random.pickWeighted(hours.map((weight, hour) => [hour, weight] as const));
  const hour = (((local - demoCountries[country].utcOffsetHours) % 24) + 24) % 24;
  return Math.floor(dayStartMs + ((hour * hourMs + random.next() * hourMs) % dayMs));
}

function makeQuery(random: DemoRandom, campaign: DemoCampaign): { query: string; worth: number } {
  const { cost, clickIdParam, placements } = campaign;
  const query = new URLSearchParams({ [clickIdParam]: makeClickId(random) });
  if (cost !== undefined) query.set(cost.param, random.between(cost.min, cost.max).toFixed(4));
  let worth = 1;
  for (const [param, values] of Object.entries(placements)) {
    const [value, , quality] = random.pickWeighted(values.map((one) => [one, one[1]] as const));
    query.set(param, value);
    worth *= quality;
  }
  return { query: query.toString(), worth };
}

function makeClickId(random: DemoRandom): string {
  return Array.from({ length: 3 }, () => Math.floor(random.next() * 2 ** 32).toString(36)).join('');
}
