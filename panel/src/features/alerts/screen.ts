import { IconBellRinging } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shell } from '../../lib/screens/parent-routes.ts';
import { defineScreen } from '../../lib/screens/screen.ts';

const page = createRoute({
  getParentRoute: () => shell,
  path: '/alerts',
  component: lazyRouteComponent(() => import('./alerts-page.tsx'), 'AlertsPage'),
});

export const alerts = defineScreen({
  path: '/alerts',
  routes: [page],
  chapter: 'monitoring',
  navigation: {
    label: 'Alerts',
    icon: IconBellRinging,
    group: 'Administration',
    needs: 'alerts.read',
    words: 'monitoring webhook mail push notifications devices rules thresholds',
  },
});
