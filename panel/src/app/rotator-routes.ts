import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readListSearch } from '../lib/list-state.ts';
import { readRotatorSearch } from '../lib/rotator-search.ts';
import { shell } from './shell-route.ts';

const rotators = createRoute({
  getParentRoute: () => shell,
  path: '/rotators',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('../features/rotators/rotators-page.tsx'), 'RotatorsPage'),
});
const newRotator = createRoute({
  getParentRoute: () => shell,
  path: '/rotators/new',
  component: lazyRouteComponent(() => import('../features/rotators/new-rotator-page.tsx'), 'NewRotatorPage'),
});
const rotator = createRoute({
  getParentRoute: () => shell,
  path: '/rotators/$rotatorId',
  validateSearch: readRotatorSearch,
  component: lazyRouteComponent(() => import('../features/rotators/rotator-page.tsx'), 'RotatorPage'),
});

/** A rotator has tabs, so it opens as a page and not as a drawer over the list. */
export const rotatorRoutes = [rotators, newRotator, rotator] as const;
