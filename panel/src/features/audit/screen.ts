import { IconHistory } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shell } from '../../lib/screens/parent-routes.ts';
import { defineScreen } from '../../lib/screens/screen.ts';
import { readAuditSearch } from './audit-search.ts';

const page = createRoute({
  getParentRoute: () => shell,
  path: '/audit-log',
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(() => import('./audit-page.tsx'), 'AuditPage'),
});

export const auditLog = defineScreen({
  path: '/audit-log',
  routes: [page],
  chapter: 'members-and-keys',
  navigation: {
    label: 'Audit log',
    icon: IconHistory,
    group: 'Administration',
    needs: 'audit.read',
    words: 'history who changed what journal log security',
  },
});
