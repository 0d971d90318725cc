import type { Campaign } from '@waypost/contract/campaigns.ts';
import type { CampaignRow } from '../../store/campaigns.ts';

export function presentCampaign(row: CampaignRow): Campaign {
  return {
    id: row.id,
    name: row.name,
    displayName: `${row.trafficSourceName} - ${row.country ?? 'Global'} - ${row.name}`,
    status: row.status,
    trafficSourceId: row.trafficSourceId,
    country: row.country,
    cost: { mode: row.costMode, amount: Number(row.costAmount) },
    tracking: {
      method: row.trackingMethod,
      domainId: row.domainId,
      includePrefetch: row.includePrefetch,
    },
    destination: { type: 'rotator', rotatorId: row.rotatorId },
    createdAt: row.createdAt.toISOString().slice(0, 19).replace('T', ' '),
  };
}
