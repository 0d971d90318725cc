import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readCostSearch } from '../lib/cost-search.ts';
import { readEventSearch } from '../lib/event-search.ts';
import { readLogSearch } from '../lib/log-search.ts';
import { shell } from './shell-route.ts';

const events = createRoute({
  getParentRoute: () => shell,
  path: '/events',
  validateSearch: readEventSearch,
  component: lazyRouteComponent(() => import('../features/events/events-page.tsx'), 'EventsPage'),
});
const inbox = createRoute({
  getParentRoute: () => shell,
  path: '/inbox',
  validateSearch: readLogSearch,
  component: lazyRouteComponent(() => import('../features/inbox/inbox-page.tsx'), 'InboxPage'),
});
const postbacks = createRoute({
  getParentRoute: () => shell,
  path: '/postbacks',
  validateSearch: readLogSearch,
  component: lazyRouteComponent(() => import('../features/postbacks/postbacks-page.tsx'), 'PostbacksPage'),
});

const uploads = createRoute({
  getParentRoute: () => shell,
  path: '/uploads',
  validateSearch: readLogSearch,
  component: lazyRouteComponent(() => import('../features/uploads/uploads-page.tsx'), 'UploadsPage'),
});
const costs = createRoute({
  getParentRoute: () => shell,
  path: '/costs',
  validateSearch: readCostSearch,
  component: lazyRouteComponent(() => import('../features/costs/costs-page.tsx'), 'CostsPage'),
});

export const logRoutes = [events, inbox, postbacks, uploads, costs] as const;
