import { IconHome } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shell } from '../../lib/screens/parent-routes.ts';
import { defineScreen } from '../../lib/screens/screen.ts';
import { readNumbersSearch } from '../../lib/reports/numbers-search.ts';

const overviewPage = createRoute({
  getParentRoute: () => shell,
  path: '/',
  validateSearch: readNumbersSearch,
  component: lazyRouteComponent(() => import('./home-page.tsx'), 'HomePage'),
});

export const overview = defineScreen({
  path: '/',
  routes: [overviewPage],
  chapter: 'reports',
  navigation: {
    label: 'Overview',
    icon: IconHome,
    group: '',
    words: 'start home dashboard today',
  },
});

const setUpPage = createRoute({
  getParentRoute: () => shell,
  path: '/set-up',
  validateSearch: ({ campaign: id }: Record<string, unknown>): { campaign?: string } =>
    typeof id === 'string' && id !== '' ? { campaign: id } : {},
  component: lazyRouteComponent(() => import('./set-up-page.tsx'), 'SetUpPage'),
});

export const setUp = defineScreen({
  path: '/set-up',
  routes: [setUpPage],
  chapter: 'first-campaign',
});
