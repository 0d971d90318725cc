import { IconTargetArrow } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readListSearch } from '../../lib/records/list-state.ts';
import { recordSearch } from '../../lib/records/record-search.ts';
import { shell } from '../../lib/screens/parent-routes.ts';
import { defineScreen } from '../../lib/screens/screen.ts';

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
const campaign = createRoute({
  getParentRoute: () => shell,
  path: '/campaigns/$campaignId',
  validateSearch: recordSearch(['overview', 'goals', 'settings', 'versions']),
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
