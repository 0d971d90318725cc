import { cells } from '../../domain/traffic/cells.ts';
import type { ServedCampaign } from '../../edge/snapshot/served-campaign.ts';
import { newId } from '../../platform/ids.ts';
import { makeCampaignDocument } from '../edge/campaign-document.ts';

export type TrafficCampaign = {
  id: string;
  sourceId: string;
  rotatorId: string;
  version: number;
  includesPrefetch: boolean;
  pathIds: string[];
  landingIds: string[];
  offers: { id: string; affiliateNetworkId: string | null }[];
  /** Contains only the fields that rows are built from. */
  served: ServedCampaign;
};

export const oddTexts = [
  'plain',
  'ünï 😀',
  "it's; DROP TABLE events --",
  'a,b',
  'tab\tand\nline',
  String.raw`back\slash`,
  '%2C',
  ' space ',
  '{p0:String}',
  '0',
];

export function makeTrafficCampaign(workspaceId: string, index: number): TrafficCampaign {
  const document = makeCampaignDocument({
    workspaceId,
    retention: { visitDays: 3_000, eventDays: 3_000, postbackDays: 3_000 },
  });
  const version = index + 1;
  const ownerCells = cells(workspaceId, document.campaign.id);
  const campaignCells = cells(document.source.id, document.rotator.id, String(version));
  return {
    id: document.campaign.id,
    sourceId: document.source.id,
    rotatorId: document.rotator.id,
    version,
    includesPrefetch: index === 2,
    pathIds: [newId(), newId()],
    landingIds: [newId(), newId()],
    offers: [
      { id: newId(), affiliateNetworkId: newId() },
      { id: newId(), affiliateNetworkId: null },
    ],
    served: {
      document,
      version,
      ownerCells,
      campaignCells,
      visitDays: document.retention.visitDays,
    } as unknown as ServedCampaign,
  };
}
