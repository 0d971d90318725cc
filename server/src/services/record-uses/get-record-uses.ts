import { usesMax, type RecordUses } from '@waypost/contract/campaigns/record-uses.ts';
import {
  listCampaignsUsing,
  listOffersUsing,
  listRotatorsUsing,
  type UsedType,
} from '../../store/records/record-uses.ts';
import { affiliateNetworkRecord } from '../affiliate-networks/affiliate-networks.ts';
import { inSnapshot, type WorkspaceContext } from '../context.ts';
import { landingRecord } from '../landings/landings.ts';
import { offerRecord } from '../offers/offers.ts';
import { requirePermission } from '../permissions.ts';
import { rotatorKind } from '../rotators/rotators.ts';
import { trafficSourceRecord } from '../traffic-sources/traffic-sources.ts';
import { readPermissions } from '../versions/versions.ts';
import { getRecord } from '../records/get-record.ts';

const checks: Readonly<Record<UsedType, (context: WorkspaceContext, id: string) => Promise<unknown>>> = {
  landing: (context, id) => getRecord(context, landingRecord, id, landingRecord.find),
  offer: (context, id) => getRecord(context, offerRecord, id, offerRecord.find),
  'affiliate-network': (context, id) =>
    getRecord(context, affiliateNetworkRecord, id, affiliateNetworkRecord.find),
  'traffic-source': (context, id) => getRecord(context, trafficSourceRecord, id, trafficSourceRecord.find),
  rotator: (context, id) => getRecord(context, rotatorKind, id, rotatorKind.find),
};

const inRotators: ReadonlySet<UsedType> = new Set([
  'landing',
  'offer',
  'affiliate-network',
  'traffic-source',
]);
const inOffers: ReadonlySet<UsedType> = new Set(['offer', 'affiliate-network']);

export async function getRecordUses(
  context: WorkspaceContext,
  type: UsedType,
  id: string,
): Promise<RecordUses> {
  requirePermission(context.actor, readPermissions[type]);
  requirePermission(context.actor, readPermissions.campaign);
  await checks[type](context, id);
  const record = { workspaceId: context.workspaceId, type, id };
  return await inSnapshot(
    context,
    async (executor) => {
      const campaigns = await listCampaignsUsing(executor, record, usesMax);
      const rotators = inRotators.has(type) ? await listRotatorsUsing(executor, record, usesMax) : [];
      const offers = inOffers.has(type) ? await listOffersUsing(executor, record, usesMax) : [];
      const as = type === 'affiliate-network' ? ('affiliate-network' as const) : ('fallback' as const);
      return {
        campaigns: {
          total: campaigns[0]?.total ?? 0,
          active: campaigns[0]?.active ?? 0,
          items: campaigns.map(({ id: campaignId, name, status }) => ({ id: campaignId, name, status })),
        },
        rotators: {
          total: rotators[0]?.total ?? 0,
          items: rotators.map(({ id: rotatorId, name, parts }) => ({ id: rotatorId, name, parts })),
        },
        offers: {
          total: offers[0]?.total ?? 0,
          items: offers.map(({ id: offerId, name }) => ({ id: offerId, name, as })),
        },
      };
    },
    'list',
  );
}
