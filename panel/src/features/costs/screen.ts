import { IconCoins } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shell } from '../../lib/screens/parent-routes.ts';
import { defineScreen } from '../../lib/screens/screen.ts';
import { readCostSearch } from './cost-search.ts';

const page = createRoute({
  getParentRoute: () => shell,
  path: '/costs',
  validateSearch: readCostSearch,
  component: lazyRouteComponent(() => import('./costs-page.tsx'), 'CostsPage'),
});

export const costs = defineScreen({
  path: '/costs',
  routes: [page],
  chapter: 'costs',
  navigation: {
    label: 'Costs',
    icon: IconCoins,
    group: 'Data',
    needs: 'costs.read',
    words: 'ledger spend entries corrections reverse withdraw',
  },
});
