import type { VisitAttributeValues } from '@waypost/contract/visit-attributes.ts';

/** Null means unknown. */
export type RecordedVisit = VisitAttributeValues & {
  workspaceId: string;
  campaignId: string;
  visitId: string;
  timeMs: number;
  /** Exact decimal. */
  cost: string;
};
