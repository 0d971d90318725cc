import { createRootRoute, retainSearchParams } from '@tanstack/react-router';
import { ErrorNote } from '../ui/error-note.tsx';
import { StandalonePage } from '../ui/standalone-page.tsx';

/**
 * Search parameters of all pages. The workspace is part of the URL, so that each tab and link can use a different
 * workspace.
 */
type CommonSearch = { ws?: string; email?: string };
const readText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

export const root = createRootRoute({
  validateSearch: (search: Record<string, unknown>): CommonSearch => {
    const [ws, email] = [readText(search['ws']), readText(search['email'])];
    return { ...(ws === undefined ? {} : { ws }), ...(email === undefined ? {} : { email }) };
  },
  search: { middlewares: [retainSearchParams(['ws'])] },
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
