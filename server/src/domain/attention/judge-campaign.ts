/** Visits and conversions of a campaign, now and when it was the same hours before. */
export type CampaignPulse = {
  /** Of the last six hours, and of the same six hours a day ago. */
  visits: number;
  visitsBefore: number;
  /** That came in within a day, whenever their visits were, and in the day before that. */
  conversions: number;
  conversionsBefore: number;
};

/** So few come to nothing by chance. */
const visitsLeast = 20;
/** Where five came a day, none comes by chance once in 150 days. */
const conversionsLeast = 5;
const lostShare = 0.1;

/** Whether a campaign lost what it had the day before: its traffic, or else its conversions. */
export function judgeCampaign(pulse: CampaignPulse): 'lost-traffic' | 'lost-conversions' | undefined {
  const { visits, visitsBefore, conversions, conversionsBefore } = pulse;
  if (visitsBefore >= visitsLeast && visits < visitsBefore * lostShare) return 'lost-traffic';
  // Without visitors nothing can come: then it is the traffic that is missing, or nothing is.
  if (visits > 0 && conversions === 0 && conversionsBefore >= conversionsLeast) return 'lost-conversions';
  return undefined;
}
