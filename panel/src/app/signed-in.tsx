import { Center, Loader } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, type ReactNode } from 'react';
import { chooseWorkspace, WorkspaceContext, toCurrentWorkspace, meQuery } from '../lib/current-workspace.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { StandalonePage } from '../ui/standalone-page.tsx';

// Who is in needs none of them.
const SignInPage = lazy(() =>
  import('../features/sign-in/sign-in-page.tsx').then((loaded) => ({ default: loaded.SignInPage })),
);
const FirstPasswordPage = lazy(() =>
  import('../features/sign-in/first-password-page.tsx').then((loaded) => ({
    default: loaded.FirstPasswordPage,
  })),
);
const InvitePage = lazy(() =>
  import('../features/sign-in/invite-page.tsx').then((loaded) => ({ default: loaded.InvitePage })),
);
const looking = (
  <Center mih="100dvh">
    <Loader size="sm" aria-label="Looking who is signed in" />
  </Center>
);

/** Everything behind the sign-in. Who is not in gets the form in its place, and then what they asked for. */
export function SignedIn(): ReactNode {
  const queries = useQueryClient();
  const { ws, email } = useSearch({ from: '__root__' });
  const { data: me, error, refetch } = useQuery(meQuery);
  const workspace = me === undefined || me === null ? undefined : chooseWorkspace(me, ws);
  const here = useMemo(
    () =>
      me === undefined || me === null || workspace === undefined
        ? undefined
        : toCurrentWorkspace(me, workspace),
    [me, workspace],
  );
  if (error !== null && me === undefined)
    return (
      <StandalonePage title="The server does not answer">
        <ErrorNote error={error} retry={() => void refetch()} />
      </StandalonePage>
    );
  if (me === undefined) return looking;
  const refresh = () => void queries.invalidateQueries({ queryKey: meQuery.queryKey });
  if (me === null || me.mustChangePassword)
    return (
      <Suspense fallback={looking}>
        {me === null ? (
          <SignInPage {...(email === undefined ? {} : { email })} onSignedIn={refresh} />
        ) : (
          <FirstPasswordPage onChanged={refresh} />
        )}
      </Suspense>
    );
  if (here === undefined)
    return (
      <StandalonePage
        title="You are in no workspace"
        lead="Somebody who is has to invite you, or whoever runs this installation adds you."
      >
        {null}
      </StandalonePage>
    );
  return (
    <WorkspaceContext value={here}>
      <Outlet />
    </WorkspaceContext>
  );
}

export function InviteScreen(): ReactNode {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const enter = async () => {
    await queries.invalidateQueries({ queryKey: meQuery.queryKey });
    await navigate({ to: '/' });
  };
  return (
    <Suspense fallback={looking}>
      <InvitePage onSignedIn={() => void enter()} />
    </Suspense>
  );
}
