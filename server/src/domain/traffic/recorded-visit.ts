import type { VisitAttributeValues } from '@waypost/contract/visit-attributes.ts';

/** A visit as it was recorded; null is what is not known. */
export type RecordedVisit = VisitAttributeValues & {
  workspaceId: string;
  campaignId: string;
  visitId: string;
  /** When it was. */
  timeMs: number;
  /** What it cost, as an exact decimal. */
  cost: string;
};
