/**
 * All possible results of a visit. Every request ends with exactly one of them, which is counted and stored as the
 * row's `outcome`.
 */
export const visitOutcomes = [
  'landing',
  'offer',
  // Reported by the tracking script or the pixel, without a redirect.
  'direct',
  'impression',
  'empty-path',
  'all-capped',
  'paused',
  'archived',
  'unknown-campaign',
  'foreign-host',
  'unusable-url',
] as const;
export type VisitOutcome = (typeof visitOutcomes)[number];

export const clickOutcomes = [
  'offer',
  // The path has no offers, or all of them have reached their caps.
  'no-offer',
  // Neither the link nor the cookie identifies the campaign.
  'unknown-visit',
  'foreign-host',
  'unusable-url',
] as const;
export type ClickOutcome = (typeof clickOutcomes)[number];

export const eventOutcomes = [
  'kept',
  // Not written in time; the sender was asked to retry.
  'unavailable',
  'unknown-key',
  'too-long',
  // A check of whether the URL works, without an event.
  'probe',
  // The visit or the IP address exceeded the hourly limit for page events.
  'too-many',
] as const;
export type EventOutcome = (typeof eventOutcomes)[number];
