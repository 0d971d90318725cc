import { IconUsers } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shell } from '../../lib/screens/parent-routes.ts';
import { defineScreen } from '../../lib/screens/screen.ts';

const page = createRoute({
  getParentRoute: () => shell,
  path: '/people',
  component: lazyRouteComponent(() => import('./members-page.tsx'), 'MembersPage'),
});

export const members = defineScreen({
  path: '/people',
  routes: [page],
  chapter: 'members-and-keys',
  navigation: {
    label: 'Members',
    icon: IconUsers,
    group: 'Administration',
    needs: 'people.read',
    words: 'people team roles invite invitations users colleagues access',
  },
});
