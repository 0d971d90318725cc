export type CampaignPulse = {
  /** Last six hours, and the same six hours one day earlier. */
  visits: number;
  visitsBefore: number;
  /**
   * Conversions received in the last 24 hours and in the 24 hours before that, regardless of when their
   * visits were.
   */
  conversions: number;
  conversionsBefore: number;
};

// Below this number, a drop can be chance.
const visitsLeast = 20;
// With five a day on average, a day without any happens by chance once in 150 days.
const conversionsLeast = 5;
const lostShare = 0.1;

export function judgeCampaign(pulse: CampaignPulse): 'lost-traffic' | 'lost-conversions' | undefined {
  const { visits, visitsBefore, conversions, conversionsBefore } = pulse;
  if (visitsBefore >= visitsLeast && visits < visitsBefore * lostShare) return 'lost-traffic';
  // Without visitors there are no conversions, so the traffic is missing rather than the conversions.
  if (visits > 0 && conversions === 0 && conversionsBefore >= conversionsLeast) return 'lost-conversions';
  return undefined;
}
