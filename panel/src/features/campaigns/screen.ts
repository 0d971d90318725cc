import { IconTargetArrow } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readListSearch } from '../../lib/records/list-state.ts';
import { shell } from '../../lib/screens/parent-routes.ts';
import { defineScreen } from '../../lib/screens/screen.ts';
import { readCampaignSearch } from './campaign-search.ts';

const list = createRoute({
  getParentRoute: () => shell,
  path: '/campaigns',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('./campaigns-page.tsx'), 'CampaignsPage'),
});
const newCampaign = createRoute({
  getParentRoute: () => shell,
  path: '/campaigns/new',
  component: lazyRouteComponent(() => import('./new-campaign-page.tsx'), 'NewCampaignPage'),
});
// A campaign has tabs, so it opens as a page instead of a drawer over the list.
const campaign = createRoute({
  getParentRoute: () => shell,
  path: '/campaigns/$campaignId',
  validateSearch: readCampaignSearch,
  component: lazyRouteComponent(() => import('./campaign-page.tsx'), 'CampaignPage'),
});

export const campaigns = defineScreen({
  path: '/campaigns',
  routes: [list, newCampaign, campaign],
  chapter: 'first-campaign',
  records: 'campaign',
  navigation: {
    label: 'Campaigns',
    icon: IconTargetArrow,
    group: '',
    needs: 'campaigns.read',
    words: 'links tracking metrics',
    create: { label: 'New campaign', needs: 'campaigns.write' },
  },
});
