import type { VisitAttributeValues } from '@waypost/contract/visits/visit-attributes.ts';

export type DecidedVisit = {
  visitId: string;
  campaignId: string;
  timeMs: number;
  /** Version of the configuration. The version and the visit ID determine the draws. */
  configVersion: number;
  ruleId: string | null;
  pathId: string;
  landingId: string | null;
  offerId: string | null;
  isSticky: boolean;
  isStickyLanding: boolean;
  isStickyOffer: boolean;
  /** True if a cap affected the route. The row does not say which caps were reached. */
  isCapped: boolean;
  /** True if the external click ID was too long and is therefore missing from the row. */
  isClickIdCut: boolean;
  isBot: boolean;
  isPrefetch: boolean;
  isUnique: boolean;
  revenue: number;
  cost: number;
  values: Partial<VisitAttributeValues>;
};

/**
 * Outcomes of visits that a rotator routed. Visits that the tracking script reported are left out, because their
 * landing page was not drawn.
 */
export const decidedOutcomes = [
  'landing',
  'offer',
  'blocked',
  'empty-path',
  'all-capped',
  'unusable-url',
] as const;

/**
 * Reasons in a row that relate to sticky choices, caps or the click ID. The position of a reason is its bit in `marks`.
 */
export const decidedReasons = [
  'sticky',
  'sticky-landing',
  'sticky-offer',
  'path-full',
  'click-id-cut',
] as const;
/** Bits in `marks` for columns of the row, after the bits for reasons. */
export const decidedMarks = { allCapped: 32, bot: 64, prefetch: 128, unique: 256 } as const;

type MarkNames =
  | 'isSticky'
  | 'isStickyLanding'
  | 'isStickyOffer'
  | 'isCapped'
  | 'isClickIdCut'
  | 'isBot'
  | 'isPrefetch'
  | 'isUnique';

/**
 * Reads the flags of a visit from one number. Stores return them as a number, because reading separate lists and flags
 * for a million visits would take longer than routing the visits.
 */
export function readMarks(marks: number): Pick<DecidedVisit, MarkNames> {
  const has = (bit: number) => (marks & bit) !== 0;
  return {
    isSticky: has(1),
    isStickyLanding: has(2),
    isStickyOffer: has(4),
    isCapped: has(8 | decidedMarks.allCapped),
    isClickIdCut: has(16),
    isBot: has(decidedMarks.bot),
    isPrefetch: has(decidedMarks.prefetch),
    isUnique: has(decidedMarks.unique),
  };
}
