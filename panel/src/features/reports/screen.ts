import { IconTable } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shell } from '../../lib/screens/parent-routes.ts';
import { defineScreen } from '../../lib/screens/screen.ts';
import { readReportSearch } from './report-search.ts';

const page = createRoute({
  getParentRoute: () => shell,
  path: '/reports',
  validateSearch: readReportSearch,
  component: lazyRouteComponent(() => import('./reports-page.tsx'), 'ReportsPage'),
});

export const reports = defineScreen({
  path: '/reports',
  routes: [page],
  chapter: 'reports',
  navigation: {
    label: 'Reports',
    icon: IconTable,
    group: '',
    needs: 'reports.read',
    words: 'statistics numbers dimensions metrics drill breakdown csv',
  },
});
