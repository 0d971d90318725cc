import { IconWorld } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readListSearch } from '../../lib/records/list-state.ts';
import { shell } from '../../lib/screens/parent-routes.ts';
import { defineScreen } from '../../lib/screens/screen.ts';

const list = createRoute({
  getParentRoute: () => shell,
  path: '/domains',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('./domains-page.tsx'), 'DomainsPage'),
});
// The ID `new` opens an empty form.
const drawer = createRoute({
  getParentRoute: () => list,
  path: '$id',
  component: lazyRouteComponent(() => import('./domain-drawer.tsx'), 'DomainDrawer'),
});

export const domains = defineScreen({
  path: '/domains',
  routes: [list.addChildren([drawer])],
  chapter: 'members-and-keys',
  records: 'domain',
  navigation: {
    label: 'Domains',
    icon: IconWorld,
    group: 'Administration',
    needs: 'domains.read',
    words: 'tracking host cname dns certificate https own name',
    create: { label: 'New domain', needs: 'domains.write' },
  },
});
