import type { VisitAttributeValues } from '@waypost/contract/visit-attributes.ts';

export type DecidedVisit = {
  visitId: string;
  campaignId: string;
  timeMs: number;
  /** Determines the draws together with the visit ID. */
  configVersion: number;
  ruleId: string | null;
  pathId: string;
  landingId: string | null;
  offerId: string | null;
  isSticky: boolean;
  isStickyLanding: boolean;
  isStickyOffer: boolean;
  /** True if a cap affected the route. The caps that were reached at that moment are not recorded. */
  isCapped: boolean;
  /** True if the external click ID was too long and is missing in the row. */
  isClickIdCut: boolean;
  isBot: boolean;
  isPrefetch: boolean;
  isUnique: boolean;
  revenue: number;
  cost: number;
  values: Partial<VisitAttributeValues>;
};

/** Outcomes of visits that were routed. Visits reported by the tracking script were not. */
export const decidedOutcomes = ['landing', 'offer', 'empty-path', 'all-capped', 'unusable-url'] as const;

/** Reasons in a row that record caps and stickiness; each is a bit of `marks`. */
export const decidedReasons = [
  'sticky',
  'sticky-landing',
  'sticky-offer',
  'path-full',
  'click-id-cut',
] as const;
/** Bits for the row's columns, which follow the bits for reasons. */
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
 * Stores return all flags as one number: reading a million lists and flags would take longer than routing.
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
