/** What came to a campaign in a stretch of 24 hours. */
export type CampaignDay = { visits: number; conversions: number };

export type UnusualRate = {
  /** Conversions for each visit, now and usually. */
  rate: number;
  usualRate: number;
  /** By how much it differs: -0.5 is half. */
  change: number;
};

/** So many days are looked back on; fewer days with visits say too little of what is usual. */
export const rateDaysBefore = 14;
const daysLeast = 7;
/** Below so many conversions a day chance alone halves them now and then. */
const expectedLeast = 20;
/** How many times the usual spread it has to be away. What that means in false alerts is measured in the test. */
const deviationsLeast = 5.5;

/**
 * Whether the conversion rate of the last day is off its usual range, by `changeLeast` or more. The days before tell the
 * usual rate and, by how much they differ from each other, its spread: never less than that of chance (Poisson), more
 * where a campaign has better and worse days (quasi-Poisson).
 */
export function judgeConversionRate(
  last: CampaignDay,
  before: readonly CampaignDay[],
  changeLeast: number,
): UnusualRate | undefined {
  const days = before.filter(({ visits }) => visits > 0);
  const visits = sum(days, (day) => day.visits);
  const usualRate = sum(days, (day) => day.conversions) / visits;
  const expected = last.visits * usualRate;
  if (days.length < daysLeast || !(expected >= expectedLeast)) return undefined;
  const differences = sum(days, (day) => (day.conversions - day.visits * usualRate) ** 2 / day.visits);
  const dispersion = Math.max(1, differences / usualRate / (days.length - 1));
  // The usual rate is an estimate itself, the better the more visits it is made of.
  const spread = Math.sqrt(dispersion * expected * (1 + last.visits / visits));
  const change = last.conversions / expected - 1;
  if (Math.abs(change) < changeLeast || Math.abs(last.conversions - expected) < deviationsLeast * spread)
    return undefined;
  return { rate: last.conversions / last.visits, usualRate, change };
}

function sum(days: readonly CampaignDay[], pick: (day: CampaignDay) => number): number {
  return days.reduce((total, day) => total + pick(day), 0);
}
