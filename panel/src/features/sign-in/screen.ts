import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../../lib/screens/parent-routes.ts';

const forgotten = createRoute({
  getParentRoute: () => root,
  path: '/forgotten',
  component: lazyRouteComponent(() => import('./forgot-password-page.tsx'), 'ForgotPasswordPage'),
});
const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset',
  component: lazyRouteComponent(() => import('./reset-page.tsx'), 'ResetPage'),
});
const invite = createRoute({
  getParentRoute: () => root,
  path: '/invite',
  component: lazyRouteComponent(() => import('./invite-page.tsx'), 'InvitePage'),
});

/** Pages for people who are not signed in. */
export const signInRoutes = [forgotten, reset, invite] as const;
