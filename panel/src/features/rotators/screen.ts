import { IconArrowsSplit } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { lazy } from 'react';
import { readListSearch } from '../../lib/records/list-state.ts';
import { recordSearch } from '../../lib/records/record-search.ts';
import { shell } from '../../lib/screens/parent-routes.ts';
import { defineScreen } from '../../lib/screens/screen.ts';

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
const rotator = createRoute({
  getParentRoute: () => shell,
  path: '/rotators/$rotatorId',
  validateSearch: recordSearch(['overview', 'rules', 'settings', 'versions']),
  component: lazyRouteComponent(() => import('./rotator-page.tsx'), 'RotatorPage'),
});
const Form = lazy(() =>
  import('./new-rotator-page.tsx').then(({ NewRotatorInPlace }) => ({ default: NewRotatorInPlace })),
);

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
    create: { label: 'New rotator', needs: 'rotators.write', Form },
  },
});
