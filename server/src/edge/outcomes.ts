/**
 * All possible results of a visit. Every request ends with exactly one result, which is counted and stored as the row's
 * `outcome`.
 */
export const visitOutcomes = [
  'landing',
  'offer',
  // Visits without a redirect, reported by the tracking script (`direct`) or the pixel (`impression`).
  'direct',
  'impression',
  // The path blocks its visitors.
  'blocked',
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
  // The visit was blocked.
  'blocked',
  // Neither the link nor the cookie identifies the campaign.
  'unknown-visit',
  'foreign-host',
  'unusable-url',
] as const;
export type ClickOutcome = (typeof clickOutcomes)[number];

export const eventOutcomes = [
  'kept',
  // The event was not written in time, and the sender was asked to retry.
  'unavailable',
  'unknown-key',
  'too-long',
  // The sender only tested the URL and sent no event.
  'probe',
  // The visit or the IP address exceeded the hourly limit for page events.
  'too-many',
] as const;
export type EventOutcome = (typeof eventOutcomes)[number];
