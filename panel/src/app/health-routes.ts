import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shell } from './shell-route.ts';

const alarms = createRoute({
  getParentRoute: () => shell,
  path: '/alarms',
  component: lazyRouteComponent(() => import('../features/alarms/alarms-page.tsx'), 'AlarmsPage'),
});
const system = createRoute({
  getParentRoute: () => shell,
  path: '/system',
  component: lazyRouteComponent(() => import('../features/system/system-page.tsx'), 'SystemPage'),
});

/** Whether all is well, of the workspace and of the installation. */
export const healthRoutes = [alarms, system] as const;
