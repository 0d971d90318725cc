import { IconBrowser } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readListSearch } from '../../lib/records/list-state.ts';
import { shell } from '../../lib/screens/parent-routes.ts';
import { defineScreen } from '../../lib/screens/screen.ts';

const list = createRoute({
  getParentRoute: () => shell,
  path: '/landings',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('./landings-page.tsx'), 'LandingsPage'),
});
// The ID `new` opens an empty form.
const drawer = createRoute({
  getParentRoute: () => list,
  path: '$id',
  component: lazyRouteComponent(() => import('./landing-drawer.tsx'), 'LandingDrawer'),
});

export const landings = defineScreen({
  path: '/landings',
  routes: [list.addChildren([drawer])],
  chapter: 'first-campaign',
  records: 'landing',
  navigation: {
    label: 'Landing pages',
    icon: IconBrowser,
    group: 'Destinations',
    needs: 'landings.read',
    words: 'landings landers prelanders',
    create: { label: 'New landing page', needs: 'landings.write' },
  },
});
