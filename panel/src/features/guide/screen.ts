import { IconBook } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shell } from '../../lib/screens/parent-routes.ts';
import { defineScreen } from '../../lib/screens/screen.ts';

const page = createRoute({
  getParentRoute: () => shell,
  path: '/guide/$',
  component: lazyRouteComponent(() => import('./guide-screen.tsx'), 'GuideScreen'),
});

export const guide = defineScreen({
  path: '/guide',
  routes: [page],
  chapter: null,
  navigation: {
    label: 'Guide',
    icon: IconBook,
    group: 'Administration',
    words: 'help manual documentation how chapters',
  },
});
