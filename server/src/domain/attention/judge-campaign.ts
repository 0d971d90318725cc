export type CampaignPulse = {
  /** Visits in the last six hours, and in the same six hours one day earlier. */
  visits: number;
  visitsBefore: number;
  /**
   * Conversions received in the last 24 hours and in the 24 hours before that, regardless of when their visits took
   * place.
   */
  conversions: number;
  conversionsBefore: number;
};

// With fewer visits, a drop can happen by chance.
const visitsLeast = 20;
// With five conversions a day on average, a day without conversions happens by chance once in 150 days.
const conversionsLeast = 5;
const lostShare = 0.1;

export function judgeCampaign(pulse: CampaignPulse): 'lost-traffic' | 'lost-conversions' | undefined {
  const { visits, visitsBefore, conversions, conversionsBefore } = pulse;
  if (visitsBefore >= visitsLeast && visits < visitsBefore * lostShare) return 'lost-traffic';
  // If there are no visits, the problem is the traffic and not the conversions.
  if (visits > 0 && conversions === 0 && conversionsBefore >= conversionsLeast) return 'lost-conversions';
  return undefined;
}
