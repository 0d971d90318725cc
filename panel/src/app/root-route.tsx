import { createRootRoute, retainSearchParams } from '@tanstack/react-router';
import { ErrorNote } from '../ui/error-note.tsx';
import { StandalonePage } from '../ui/standalone-page.tsx';

/** The workspace that a tab stands in is part of its address, so that tabs and links keep to theirs. */
type CommonSearch = { ws?: string; email?: string };
const readText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

export const root = createRootRoute({
  validateSearch: (search: Record<string, unknown>): CommonSearch => {
    const [ws, email] = [readText(search['ws']), readText(search['email'])];
    return { ...(ws === undefined ? {} : { ws }), ...(email === undefined ? {} : { email }) };
  },
  search: { middlewares: [retainSearchParams(['ws'])] },
  errorComponent: ({ error, reset }) => (
    <StandalonePage title="This screen failed">
      <ErrorNote error={error} retry={reset} />
    </StandalonePage>
  ),
  notFoundComponent: () => (
    <StandalonePage title="There is nothing here" lead="The address may be old, or not whole.">
      <a href="/">To the start</a>
    </StandalonePage>
  ),
});
