import { createRoute } from '@tanstack/react-router';
import { root } from './root-route.tsx';
import { Shell } from './shell/shell.tsx';
import { SignedIn } from './signed-in.tsx';

export const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', component: SignedIn });
/** What every screen behind the sign-in is in. */
export const shell = createRoute({ getParentRoute: () => signedIn, id: 'shell', component: Shell });
