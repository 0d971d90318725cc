import { IconSpeakerphone } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readListSearch } from '../../lib/records/list-state.ts';
import { shell } from '../../lib/screens/parent-routes.ts';
import { defineScreen } from '../../lib/screens/screen.ts';

const list = createRoute({
  getParentRoute: () => shell,
  path: '/traffic-sources',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('./traffic-sources-page.tsx'), 'TrafficSourcesPage'),
});
// The ID `new` opens an empty form.
const drawer = createRoute({
  getParentRoute: () => list,
  path: '$id',
  component: lazyRouteComponent(() => import('./traffic-source-drawer.tsx'), 'TrafficSourceDrawer'),
});

export const trafficSources = defineScreen({
  path: '/traffic-sources',
  routes: [list.addChildren([drawer])],
  chapter: 'sources',
  records: 'traffic-source',
  navigation: {
    label: 'Traffic sources',
    icon: IconSpeakerphone,
    group: 'Partners',
    needs: 'traffic-sources.read',
    words: 'ad networks platforms tokens postback',
    create: { label: 'New traffic source', needs: 'traffic-sources.write' },
  },
});
