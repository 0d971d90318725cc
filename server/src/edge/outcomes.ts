/**
 * How a request of a visitor can end: the closed list. Each has its counter, each is the `outcome` of the row that is
 * kept, and nothing ends without one.
 */
export const visitOutcomes = [
  'landing',
  'offer',
  /** Reported by the script on the page, or by the pixel: nobody was sent anywhere. */
  'direct',
  'impression',
  'empty-path',
  'all-capped',
  'paused',
  'archived',
  'unknown-campaign',
  'foreign-host',
  /** The page that was chosen has no URL that a visitor could be sent to. */
  'unusable-url',
] as const;
export type VisitOutcome = (typeof visitOutcomes)[number];

export const clickOutcomes = [
  'offer',
  /** The path has none, or all of its offers are full. */
  'no-offer',
  /** Nothing says which campaign the click belongs to. */
  'unknown-visit',
  'foreign-host',
  'unusable-url',
] as const;
export type ClickOutcome = (typeof clickOutcomes)[number];

/** How a request at a URL for incoming events, or the event of a page, can end. */
export const eventOutcomes = [
  'kept',
  /** There was no room for it, or not in time; whoever sent it was told to come again. */
  'unavailable',
  'unknown-key',
  'too-long',
  /** Somebody looked whether the address works. */
  'probe',
  /** Of a page whose visit, or whose visitor's address, has sent too many already. */
  'too-many',
] as const;
export type EventOutcome = (typeof eventOutcomes)[number];
