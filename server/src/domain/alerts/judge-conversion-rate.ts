export type CampaignDay = { visits: number; conversions: number };

export type UnusualRate = {
  rate: number;
  usualRate: number;
  /** Relative change: -0.5 means that the rate is half the usual rate. */
  change: number;
};

export const rateDaysBefore = 14;
const daysLeast = 7;
// With fewer expected conversions per day, the number of conversions sometimes halves by chance.
const expectedLeast = 20;
// Minimum distance from the usual rate, in standard deviations. The unit test measures how many false alerts occur with
// this minimum.
const deviationsLeast = 5.5;

/**
 * Detects a conversion rate in the last day that differs from the usual rate by `changeLeast` or more. The usual rate
 * and its spread are computed from the preceding days. The spread is at least that of a Poisson distribution, and
 * larger if the campaign's daily counts vary more than that (quasi-Poisson).
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
  // The usual rate is also an estimate, so the spread is wider if the preceding days had few visits.
  const spread = Math.sqrt(dispersion * expected * (1 + last.visits / visits));
  const change = last.conversions / expected - 1;
  if (Math.abs(change) < changeLeast || Math.abs(last.conversions - expected) < deviationsLeast * spread)
    return undefined;
  return { rate: last.conversions / last.visits, usualRate, change };
}

function sum(days: readonly CampaignDay[], pick: (day: CampaignDay) => number): number {
  return days.reduce((total, day) => total + pick(day), 0);
}
