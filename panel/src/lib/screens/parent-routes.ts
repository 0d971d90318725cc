import { createRootRoute, createRoute, retainSearchParams } from '@tanstack/react-router';

/**
 * Search parameters of all pages. The workspace is part of the URL, so that each tab and link can use a different
 * workspace.
 */
type CommonSearch = { ws?: string; email?: string };
const readText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

// Screens need their parent route, but must not import `app/`. The router therefore adds the components.
export const root = createRootRoute({
  validateSearch: (search: Record<string, unknown>): CommonSearch => {
    const [ws, email] = [readText(search['ws']), readText(search['email'])];
    return { ...(ws === undefined ? {} : { ws }), ...(email === undefined ? {} : { email }) };
  },
  search: { middlewares: [retainSearchParams(['ws'])] },
});
/** Parent of pages that require sign-in. */
export const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in' });
/** Parent of pages with the sidebar. */
export const shell = createRoute({ getParentRoute: () => signedIn, id: 'shell' });
