import {
  findAffiliateNetwork,
  updateAffiliateNetworkRow,
  type AffiliateNetworkRow,
} from '../../store/affiliate-networks.ts';
import type { EditableRecord } from '../records/update-record.ts';

export const affiliateNetworkRecord: EditableRecord<AffiliateNetworkRow> = {
  table: 'affiliate_networks',
  name: 'affiliate-network',
  touched: (affiliateNetworkIds) => ({ affiliateNetworkIds }),
  find: findAffiliateNetwork,
  update: updateAffiliateNetworkRow,
};
