import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shell } from './shell-route.ts';

const alerts = createRoute({
  getParentRoute: () => shell,
  path: '/alerts',
  component: lazyRouteComponent(() => import('../features/alerts/alerts-page.tsx'), 'AlertsPage'),
});
const system = createRoute({
  getParentRoute: () => shell,
  path: '/system',
  component: lazyRouteComponent(() => import('../features/system/system-page.tsx'), 'SystemPage'),
});

export const healthRoutes = [alerts, system] as const;
