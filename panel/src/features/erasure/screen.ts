import { IconEraser } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shell } from '../../lib/screens/parent-routes.ts';
import { defineScreen } from '../../lib/screens/screen.ts';

const page = createRoute({
  getParentRoute: () => shell,
  path: '/erasure',
  component: lazyRouteComponent(() => import('./erasure-page.tsx'), 'ErasurePage'),
});

export const erasure = defineScreen({
  path: '/erasure',
  routes: [page],
  chapter: 'members-and-keys',
  navigation: {
    label: 'Data deletion',
    icon: IconEraser,
    group: 'Administration',
    needs: 'visits.erase',
    words: 'erasure delete forget visitor personal data gdpr privacy',
  },
});
