import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shell } from '../../lib/screens/parent-routes.ts';
import { defineScreen } from '../../lib/screens/screen.ts';

const page = createRoute({
  getParentRoute: () => shell,
  path: '/visits/$visitId',
  component: lazyRouteComponent(() => import('./visit-page.tsx'), 'VisitPage'),
});

export const visits = defineScreen({
  path: '/visits',
  routes: [page],
  chapter: 'events',
});
