import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { readOverviewSearch } from '../lib/overview-search.ts';
import { readReportSearch } from '../lib/report-search.ts';
import { administrationRoutes } from './administration-routes.ts';
import { campaignRoutes } from './campaign-routes.ts';
import { healthRoutes } from './health-routes.ts';
import { logRoutes } from './log-routes.ts';
import { recordRoutes } from './record-routes.ts';
import { rotatorRoutes } from './rotator-routes.ts';
import { root } from './root-route.tsx';
import { shell, signedIn } from './shell-route.ts';
import { InviteScreen } from './signed-in.tsx';

const forgotten = createRoute({
  getParentRoute: () => root,
  path: '/forgotten',
  component: lazyRouteComponent(
    () => import('../features/sign-in/forgot-password-page.tsx'),
    'ForgotPasswordPage',
  ),
});
const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset',
  component: lazyRouteComponent(() => import('../features/sign-in/reset-page.tsx'), 'ResetPage'),
});
const invite = createRoute({ getParentRoute: () => root, path: '/invite', component: InviteScreen });

const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  validateSearch: readOverviewSearch,
  component: lazyRouteComponent(() => import('../features/home/home-page.tsx'), 'HomePage'),
});
const setUp = createRoute({
  getParentRoute: () => shell,
  path: '/set-up',
  validateSearch: ({ campaign: id }: Record<string, unknown>): { campaign?: string } =>
    typeof id === 'string' && id !== '' ? { campaign: id } : {},
  component: lazyRouteComponent(() => import('../features/home/set-up-page.tsx'), 'SetUpPage'),
});
const account = createRoute({
  getParentRoute: () => shell,
  path: '/account',
  component: lazyRouteComponent(() => import('../features/account/account-page.tsx'), 'AccountPage'),
});

const reports = createRoute({
  getParentRoute: () => shell,
  path: '/reports',
  validateSearch: readReportSearch,
  component: lazyRouteComponent(() => import('../features/reports/reports-page.tsx'), 'ReportsPage'),
});
/** The consent page is outside the shell, because AI agents send people directly to this page to grant access. */
const connect = createRoute({
  getParentRoute: () => signedIn,
  path: '/connect/$id',
  component: lazyRouteComponent(() => import('../features/agents/consent-page.tsx'), 'ConsentPage'),
});

const guide = createRoute({
  getParentRoute: () => shell,
  path: '/guide/$',
  component: lazyRouteComponent(() => import('../features/guide/guide-screen.tsx'), 'GuideScreen'),
});
const visit = createRoute({
  getParentRoute: () => shell,
  path: '/visits/$visitId',
  component: lazyRouteComponent(() => import('../features/visits/visit-page.tsx'), 'VisitPage'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    forgotten,
    reset,
    invite,
    signedIn.addChildren([
      shell.addChildren([
        home,
        setUp,
        reports,
        account,
        visit,
        guide,
        ...healthRoutes,
        ...logRoutes,
        ...campaignRoutes,
        ...rotatorRoutes,
        ...recordRoutes,
        ...administrationRoutes,
      ]),
      connect,
    ]),
  ]),
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
