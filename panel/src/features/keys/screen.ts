import { IconKey } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shell } from '../../lib/screens/parent-routes.ts';
import { defineScreen } from '../../lib/screens/screen.ts';
import { readKeySearch } from './key-search.ts';

const list = createRoute({
  getParentRoute: () => shell,
  path: '/keys',
  validateSearch: readKeySearch,
  component: lazyRouteComponent(() => import('./keys-page.tsx'), 'KeysPage'),
});
const newKey = createRoute({
  getParentRoute: () => list,
  path: 'new',
  component: lazyRouteComponent(() => import('./new-key-drawer.tsx'), 'NewKeyDrawer'),
});
const drawer = createRoute({
  getParentRoute: () => list,
  path: '$id',
  component: lazyRouteComponent(() => import('./key-drawer.tsx'), 'KeyDrawer'),
});

export const keys = defineScreen({
  path: '/keys',
  routes: [list.addChildren([newKey, drawer])],
  chapter: 'members-and-keys',
  records: 'key',
  navigation: {
    label: 'API keys',
    icon: IconKey,
    group: 'Administration',
    needs: 'keys.list',
    words: 'tokens bearer programs scripts curl rotate revoke',
    create: { label: 'New API key', needs: 'keys.create' },
  },
});
