import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedIn } from '../../lib/screens/parent-routes.ts';

/** The consent page is outside the shell, because AI agents send people directly to this page to grant access. */
export const consentRoute = createRoute({
  getParentRoute: () => signedIn,
  path: '/connect/$id',
  component: lazyRouteComponent(() => import('./consent-page.tsx'), 'ConsentPage'),
});
