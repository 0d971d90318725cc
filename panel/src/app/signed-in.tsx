import { Center, Loader } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, type ReactNode } from 'react';
import {
  chooseWorkspace,
  WorkspaceContext,
  toCurrentWorkspace,
  meQuery,
} from '../lib/api/current-workspace.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { StandalonePage } from '../ui/standalone-page.tsx';

// These pages are loaded on demand, because a person who is already signed in does not need them.
const SignInPage = lazy(() =>
  import('../features/sign-in/sign-in-page.tsx').then((loaded) => ({ default: loaded.SignInPage })),
);
const FirstPasswordPage = lazy(() =>
  import('../features/sign-in/first-password-page.tsx').then((loaded) => ({
    default: loaded.FirstPasswordPage,
  })),
);
const loading = (
  <Center mih="100dvh">
    <Loader size="sm" aria-label="Loading" />
  </Center>
);

/** Shows the sign-in form instead of the requested page until the person has signed in. */
export function SignedIn(): ReactNode {
  const queries = useQueryClient();
  const { ws, email } = useSearch({ from: '__root__' });
  const { data: me, error, refetch } = useQuery(meQuery);
  const workspace = me === undefined || me === null ? undefined : chooseWorkspace(me, ws);
  const currentWorkspace = useMemo(
    () =>
      me === undefined || me === null || workspace === undefined
        ? undefined
        : toCurrentWorkspace(me, workspace),
    [me, workspace],
  );
  if (error !== null && me === undefined)
    return (
      <StandalonePage title="Can’t reach the server">
        <ErrorNote error={error} retry={() => void refetch()} />
      </StandalonePage>
    );
  // `index.html` shows an outline of the page until then.
  if (me === undefined) return null;
  const refresh = () => void queries.invalidateQueries({ queryKey: meQuery.queryKey });
  if (me === null || me.mustChangePassword)
    return (
      <Suspense fallback={loading}>
        {me === null ? (
          <SignInPage {...(email === undefined ? {} : { email })} onSignedIn={refresh} />
        ) : (
          <FirstPasswordPage onChanged={refresh} />
        )}
      </Suspense>
    );
  if (currentWorkspace === undefined)
    return (
      <StandalonePage title="No workspace" lead="Ask a workspace admin to invite you.">
        {null}
      </StandalonePage>
    );
  return (
    <WorkspaceContext value={currentWorkspace}>
      <Outlet />
    </WorkspaceContext>
  );
}
