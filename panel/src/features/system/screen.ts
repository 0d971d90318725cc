import { IconServer } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shell } from '../../lib/screens/parent-routes.ts';
import { defineScreen } from '../../lib/screens/screen.ts';

const page = createRoute({
  getParentRoute: () => shell,
  path: '/system',
  component: lazyRouteComponent(() => import('./system-page.tsx'), 'SystemPage'),
});

export const system = defineScreen({
  path: '/system',
  routes: [page],
  chapter: 'monitoring',
  navigation: {
    label: 'System',
    icon: IconServer,
    group: 'Administration',
    needs: 'system.read',
    words: 'health status engines disk spool edges jobs operator backup',
  },
});
