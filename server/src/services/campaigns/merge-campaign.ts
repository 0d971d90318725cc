import { campaignDefaults, type CampaignChange } from '@waypost/contract/campaigns/campaigns.ts';
import type { CampaignColumns } from '../../store/records/campaigns.ts';
import { invalidInput } from '../parse-input.ts';

/** Overwrites the given fields. A null value restores the default. */
export function mergeCampaign<Columns extends CampaignColumns>(
  before: Columns,
  change: CampaignChange,
): Columns {
  const cost = change.cost === null ? campaignDefaults.cost : change.cost;
  const tracking = change.tracking === null ? campaignDefaults.tracking : change.tracking;
  const merged = {
    ...before,
    name: change.name ?? before.name,
    status: change.status ?? before.status,
    trafficSourceId: change.trafficSourceId ?? before.trafficSourceId,
    rotatorId: change.destination?.rotatorId ?? before.rotatorId,
    country: pick(change.country, before.country, campaignDefaults.country),
    costMode: pick(cost?.mode, before.costMode, campaignDefaults.cost.mode),
    costAmount: toDecimal(
      pick<number | string>(cost?.amount, before.costAmount, campaignDefaults.cost.amount),
    ),
    trackingMethod: pick(tracking?.method, before.trackingMethod, campaignDefaults.tracking.method),
    domainId: pick(tracking?.domainId, before.domainId, campaignDefaults.tracking.domainId),
    includePrefetch: pick(
      tracking?.includePrefetch,
      before.includePrefetch,
      campaignDefaults.tracking.includePrefetch,
    ),
  };
  if (merged.costMode === 'revshare' && Number(merged.costAmount) > 1)
    throw invalidInput([{ path: 'cost.amount', message: 'must be a share of revenue between 0 and 1' }]);
  return merged;
}

function pick<Value>(given: Value | null | undefined, before: Value, unset: Value): Value {
  return given === undefined ? before : (given ?? unset);
}

/** Formats an amount as the database does, so that equal amounts are equal strings. */
function toDecimal(amount: number | string): string {
  return Number(amount).toFixed(6);
}
