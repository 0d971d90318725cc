import { IconAffiliate } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readListSearch } from '../../lib/records/list-state.ts';
import { shell } from '../../lib/screens/parent-routes.ts';
import { defineScreen } from '../../lib/screens/screen.ts';

const list = createRoute({
  getParentRoute: () => shell,
  path: '/affiliate-networks',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('./affiliate-networks-page.tsx'), 'AffiliateNetworksPage'),
});
// The ID `new` opens an empty form.
const drawer = createRoute({
  getParentRoute: () => list,
  path: '$id',
  component: lazyRouteComponent(() => import('./affiliate-network-drawer.tsx'), 'AffiliateNetworkDrawer'),
});

export const affiliateNetworks = defineScreen({
  path: '/affiliate-networks',
  routes: [list.addChildren([drawer])],
  chapter: 'postbacks',
  records: 'affiliate-network',
  navigation: {
    label: 'Affiliate networks',
    icon: IconAffiliate,
    group: 'Partners',
    needs: 'affiliate-networks.read',
    words: 'postback token statuses',
    create: { label: 'New affiliate network', needs: 'affiliate-networks.write' },
  },
});
