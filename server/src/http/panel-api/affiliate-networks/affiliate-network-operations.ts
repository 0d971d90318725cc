import type { PanelOperation } from '../operation.ts';
import { archiveAffiliateNetworkOperation } from './archive-affiliate-network.ts';
import { createAffiliateNetworkOperation } from './create-affiliate-network.ts';
import { getAffiliateNetworkOperation } from './get-affiliate-network.ts';
import { listAffiliateNetworksOperation } from './list-affiliate-networks.ts';
import { restoreAffiliateNetworksOperation } from './restore-affiliate-networks.ts';
import { updateAffiliateNetworkOperation } from './update-affiliate-network.ts';

export const affiliateNetworkOperations: PanelOperation[] = [
  listAffiliateNetworksOperation,
  createAffiliateNetworkOperation,
  getAffiliateNetworkOperation,
  updateAffiliateNetworkOperation,
  archiveAffiliateNetworkOperation,
  restoreAffiliateNetworksOperation,
];
