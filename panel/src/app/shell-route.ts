import { createRoute } from '@tanstack/react-router';
import { root } from './root-route.tsx';
import { Shell } from './shell/shell.tsx';
import { SignedIn } from './signed-in.tsx';

export const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', component: SignedIn });
export const shell = createRoute({ getParentRoute: () => signedIn, id: 'shell', component: Shell });
