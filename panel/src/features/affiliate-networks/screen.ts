import { IconAffiliate } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { lazy } from 'react';
import { readListSearch } from '../../lib/records/list-state.ts';
import { readNewRecordSearch, recordSearch, recordTabs } from '../../lib/records/record-search.ts';
import { shell } from '../../lib/screens/parent-routes.ts';
import { defineScreen } from '../../lib/screens/screen.ts';

const list = createRoute({
  getParentRoute: () => shell,
  path: '/affiliate-networks',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('./affiliate-networks-page.tsx'), 'AffiliateNetworksPage'),
});
const newRecord = createRoute({
  getParentRoute: () => shell,
  path: '/affiliate-networks/new',
  validateSearch: readNewRecordSearch,
  component: lazyRouteComponent(() => import('./affiliate-network-page.tsx'), 'NewAffiliateNetworkPage'),
});
const record = createRoute({
  getParentRoute: () => shell,
  path: '/affiliate-networks/$id',
  validateSearch: recordSearch(recordTabs),
  component: lazyRouteComponent(() => import('./affiliate-network-page.tsx'), 'AffiliateNetworkPage'),
});
const Form = lazy(() =>
  import('./affiliate-network-page.tsx').then(({ NewAffiliateNetwork }) => ({
    default: NewAffiliateNetwork,
  })),
);

export const affiliateNetworks = defineScreen({
  path: '/affiliate-networks',
  routes: [list, newRecord, record],
  chapter: 'postbacks',
  records: 'affiliate-network',
  navigation: {
    label: 'Affiliate networks',
    icon: IconAffiliate,
    group: 'Partners',
    needs: 'affiliate-networks.read',
    words: 'postback token statuses',
    create: { label: 'New affiliate network', needs: 'affiliate-networks.write', Form },
  },
});
