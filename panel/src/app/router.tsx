import { createRouter } from '@tanstack/react-router';
import { consentRoute } from '../features/agents/consent-route.ts';
import { signInRoutes } from '../features/sign-in/screen.ts';
import { root, shell, signedIn } from '../lib/screens/parent-routes.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { StandalonePage } from '../ui/standalone-page.tsx';
import * as screens from './screens.ts';
import { Shell } from './shell/shell.tsx';
import { SignedIn } from './signed-in.tsx';

root.update({
  errorComponent: ({ error, reset }) => (
    <StandalonePage title="This page failed to load">
      <ErrorNote error={error} retry={reset} />
    </StandalonePage>
  ),
  notFoundComponent: () => (
    <StandalonePage title="Page not found" lead="The link may be outdated or incomplete.">
      <a href="/">Go to the overview</a>
    </StandalonePage>
  ),
});
signedIn.update({ component: SignedIn });
shell.update({ component: Shell });

// TypeScript does not infer this type from the calls below, and link types depend on it.
type ScreenRoute = (typeof screens)[keyof typeof screens]['routes'][number];

export const router = createRouter({
  routeTree: root.addChildren([
    ...signInRoutes,
    signedIn.addChildren([
      shell.addChildren(Object.values(screens).flatMap<ScreenRoute>(({ routes }) => routes)),
      consentRoute,
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
