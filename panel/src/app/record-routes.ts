import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readListSearch } from '../lib/list-state.ts';
import { shell } from './shell-route.ts';

// Each record opens as a drawer over its list. The ID `new` opens an empty form.
const trafficSources = createRoute({
  getParentRoute: () => shell,
  path: '/traffic-sources',
  validateSearch: readListSearch,
  component: lazyRouteComponent(
    () => import('../features/traffic-sources/traffic-sources-page.tsx'),
    'TrafficSourcesPage',
  ),
});
const trafficSource = createRoute({
  getParentRoute: () => trafficSources,
  path: '$id',
  component: lazyRouteComponent(
    () => import('../features/traffic-sources/traffic-source-drawer.tsx'),
    'TrafficSourceDrawer',
  ),
});

const affiliateNetworks = createRoute({
  getParentRoute: () => shell,
  path: '/affiliate-networks',
  validateSearch: readListSearch,
  component: lazyRouteComponent(
    () => import('../features/affiliate-networks/affiliate-networks-page.tsx'),
    'AffiliateNetworksPage',
  ),
});
const affiliateNetwork = createRoute({
  getParentRoute: () => affiliateNetworks,
  path: '$id',
  component: lazyRouteComponent(
    () => import('../features/affiliate-networks/affiliate-network-drawer.tsx'),
    'AffiliateNetworkDrawer',
  ),
});

const offers = createRoute({
  getParentRoute: () => shell,
  path: '/offers',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('../features/offers/offers-page.tsx'), 'OffersPage'),
});
const offer = createRoute({
  getParentRoute: () => offers,
  path: '$id',
  component: lazyRouteComponent(() => import('../features/offers/offer-drawer.tsx'), 'OfferDrawer'),
});

const landings = createRoute({
  getParentRoute: () => shell,
  path: '/landings',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('../features/landings/landings-page.tsx'), 'LandingsPage'),
});
const landing = createRoute({
  getParentRoute: () => landings,
  path: '$id',
  component: lazyRouteComponent(() => import('../features/landings/landing-drawer.tsx'), 'LandingDrawer'),
});

export const recordRoutes = [
  trafficSources.addChildren([trafficSource]),
  affiliateNetworks.addChildren([affiliateNetwork]),
  offers.addChildren([offer]),
  landings.addChildren([landing]),
] as const;
