import type { AffiliateNetwork } from '@waypost/contract/affiliate-networks.ts';
import type { AffiliateNetworkRow } from '../../store/affiliate-networks.ts';

export function presentAffiliateNetwork(row: AffiliateNetworkRow): AffiliateNetwork {
  return { ...row, createdAt: row.createdAt.toISOString() };
}
