import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  retainSearchParams,
} from '@tanstack/react-router';
import { readCampaignSearch } from '../lib/campaign-search.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { PlainPage } from '../ui/plain-page.tsx';
import { InviteScreen, SignedIn } from './signed-in.tsx';
import { Shell } from './shell/shell.tsx';

/** The workspace that a tab stands in is part of its address, so that tabs and links keep to theirs. */
type CommonSearch = { ws?: string; email?: string };
const readText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

const root = createRootRoute({
  validateSearch: (search: Record<string, unknown>): CommonSearch => {
    const [ws, email] = [readText(search['ws']), readText(search['email'])];
    return { ...(ws === undefined ? {} : { ws }), ...(email === undefined ? {} : { email }) };
  },
  search: { middlewares: [retainSearchParams(['ws'])] },
  errorComponent: ({ error, reset }) => (
    <PlainPage title="This screen failed">
      <ErrorNote error={error} retry={reset} />
    </PlainPage>
  ),
  notFoundComponent: () => (
    <PlainPage title="There is nothing here" lead="The address may be old, or not whole.">
      <a href="/">To the start</a>
    </PlainPage>
  ),
});

const forgotten = createRoute({
  getParentRoute: () => root,
  path: '/forgotten',
  component: lazyRouteComponent(() => import('../features/sign-in/forgotten-page.tsx'), 'ForgottenPage'),
});
const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset',
  component: lazyRouteComponent(() => import('../features/sign-in/reset-page.tsx'), 'ResetPage'),
});
const invite = createRoute({ getParentRoute: () => root, path: '/invite', component: InviteScreen });

const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', component: SignedIn });
const shell = createRoute({ getParentRoute: () => signedIn, id: 'shell', component: Shell });

const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  component: lazyRouteComponent(() => import('../features/home/home-page.tsx'), 'HomePage'),
});
const account = createRoute({
  getParentRoute: () => shell,
  path: '/account',
  component: lazyRouteComponent(() => import('../features/account/account-page.tsx'), 'AccountPage'),
});

const campaign = createRoute({
  getParentRoute: () => shell,
  path: '/campaigns/$campaignId',
  validateSearch: readCampaignSearch,
  component: lazyRouteComponent(() => import('../features/campaigns/campaign-page.tsx'), 'CampaignPage'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    forgotten,
    reset,
    invite,
    signedIn.addChildren([shell.addChildren([home, account, campaign])]),
  ]),
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
