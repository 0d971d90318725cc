import type { VisitAttributeValues } from '@waypost/contract/visit-attributes.ts';

/** A visit that rules have decided about, as far as it takes to decide about it again. */
export type DecidedVisit = {
  visitId: string;
  campaignId: string;
  timeMs: number;
  /** Together with the id it makes the draws. */
  configVersion: number;
  /** Null where the default path was taken because no rule held. */
  ruleId: string | null;
  pathId: string;
  landingId: string | null;
  offerId: string | null;
  /** What the visitor kept from an earlier visit. */
  isSticky: boolean;
  isStickyLanding: boolean;
  isStickyOffer: boolean;
  /** Whether caps had a say in it: what was full at that moment is not recorded. */
  isCapped: boolean;
  /** Whether the source's click id was too long, so that the row has none of it. */
  isClickIdCut: boolean;
  isBot: boolean;
  isPrefetch: boolean;
  isUnique: boolean;
  /** Of the visit and of all that followed it. */
  revenue: number;
  cost: number;
  /** What was asked for besides; null is what is not known. */
  values: Partial<VisitAttributeValues>;
};

/** How a visit ended that rules have decided about: pages that report themselves were chosen by nobody. */
export const decidedOutcomes = ['landing', 'offer', 'empty-path', 'all-capped', 'unusable-url'] as const;

/** Whether caps had a say, and what was kept, by the reasons that stand for it in a row; each is a bit of `marks`. */
export const decidedReasons = [
  'sticky',
  'sticky-landing',
  'sticky-offer',
  'path-full',
  'click-id-cut',
] as const;
/** The bits of what a row says in columns of its own, behind those of the reasons. */
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

/** Stores answer all of it in one number: a million lists and flags would take longer to read than to decide about. */
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
