import { IconActivity } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shell } from '../../lib/screens/parent-routes.ts';
import { defineScreen } from '../../lib/screens/screen.ts';
import { readEventSearch } from './event-search.ts';

const page = createRoute({
  getParentRoute: () => shell,
  path: '/events',
  validateSearch: readEventSearch,
  component: lazyRouteComponent(() => import('./events-page.tsx'), 'EventsPage'),
});

export const events = defineScreen({
  path: '/events',
  routes: [page],
  chapter: 'events',
  navigation: {
    label: 'Events',
    icon: IconActivity,
    group: '',
    needs: 'events.read',
    words: 'visits clicks conversions feed live tail log click id transaction',
  },
});
