import { IconUser } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shell } from '../../lib/screens/parent-routes.ts';
import { defineScreen } from '../../lib/screens/screen.ts';

const page = createRoute({
  getParentRoute: () => shell,
  path: '/account',
  component: lazyRouteComponent(() => import('./account-page.tsx'), 'AccountPage'),
});

export const account = defineScreen({
  path: '/account',
  routes: [page],
  chapter: 'members-and-keys',
  navigation: {
    label: 'Account',
    icon: IconUser,
    words: 'profile password second factor two-factor 2fa mfa sessions',
  },
});
