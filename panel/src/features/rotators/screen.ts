import { IconArrowsSplit } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readListSearch } from '../../lib/records/list-state.ts';
import { shell } from '../../lib/screens/parent-routes.ts';
import { defineScreen } from '../../lib/screens/screen.ts';
import { readRotatorSearch } from './rotator-search.ts';

const list = createRoute({
  getParentRoute: () => shell,
  path: '/rotators',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('./rotators-page.tsx'), 'RotatorsPage'),
});
const newRotator = createRoute({
  getParentRoute: () => shell,
  path: '/rotators/new',
  component: lazyRouteComponent(() => import('./new-rotator-page.tsx'), 'NewRotatorPage'),
});
// A rotator has tabs, so it opens as a page instead of a drawer over the list.
const rotator = createRoute({
  getParentRoute: () => shell,
  path: '/rotators/$rotatorId',
  validateSearch: readRotatorSearch,
  component: lazyRouteComponent(() => import('./rotator-page.tsx'), 'RotatorPage'),
});

export const rotators = defineScreen({
  path: '/rotators',
  routes: [list, newRotator, rotator],
  chapter: 'rotators',
  records: 'rotator',
  navigation: {
    label: 'Rotators',
    icon: IconArrowsSplit,
    group: 'Destinations',
    needs: 'rotators.read',
    words: 'rules flows paths routing splits conditions',
    create: { label: 'New rotator', needs: 'rotators.write' },
  },
});
