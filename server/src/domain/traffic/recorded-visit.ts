import type { VisitAttributeValues } from '@waypost/contract/visits/visit-attributes.ts';

export type RecordedVisit = VisitAttributeValues & {
  workspaceId: string;
  campaignId: string;
  visitId: string;
  timeMs: number;
  cost: string;
};
