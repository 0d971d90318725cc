import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readCampaignSearch } from '../lib/campaign-search.ts';
import { readListSearch } from '../lib/list-state.ts';
import { shell } from './shell-route.ts';

const campaigns = createRoute({
  getParentRoute: () => shell,
  path: '/campaigns',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('../features/campaigns/campaigns-page.tsx'), 'CampaignsPage'),
});
const newCampaign = createRoute({
  getParentRoute: () => shell,
  path: '/campaigns/new',
  component: lazyRouteComponent(
    () => import('../features/campaigns/new-campaign-page.tsx'),
    'NewCampaignPage',
  ),
});
const campaign = createRoute({
  getParentRoute: () => shell,
  path: '/campaigns/$campaignId',
  validateSearch: readCampaignSearch,
  component: lazyRouteComponent(() => import('../features/campaigns/campaign-page.tsx'), 'CampaignPage'),
});

/** A campaign has tabs, so it opens as a page and not as a drawer over the list. */
export const campaignRoutes = [campaigns, newCampaign, campaign] as const;
