import type { AffiliateNetwork } from '@waypost/contract/affiliate-networks.ts';
import { findAffiliateNetwork } from '../../store/affiliate-networks.ts';
import type { WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { getRecord } from '../records/get-record.ts';
import { affiliateNetworkRecord } from './affiliate-network-record.ts';
import { presentAffiliateNetwork } from './present-affiliate-network.ts';

export async function getAffiliateNetwork(context: WorkspaceContext, id: string): Promise<AffiliateNetwork> {
  requirePermission(context.actor, 'affiliate-networks.read');
  return presentAffiliateNetwork(await getRecord(context, affiliateNetworkRecord, id, findAffiliateNetwork));
}
