import { Center, Loader } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { FirstPasswordPage } from '../features/sign-in/first-password-page.tsx';
import { InvitePage } from '../features/sign-in/invite-page.tsx';
import { SignInPage } from '../features/sign-in/sign-in-page.tsx';
import { chooseWorkspace, HereContext, hereOf, meQuery } from '../lib/me.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { PlainPage } from '../ui/plain-page.tsx';

/** Everything behind the sign-in. Who is not in gets the form in its place, and then what they asked for. */
export function SignedIn(): ReactNode {
  const queries = useQueryClient();
  const { ws, email } = useSearch({ from: '__root__' });
  const { data: me, error, refetch } = useQuery(meQuery);
  const workspace = me === undefined || me === null ? undefined : chooseWorkspace(me, ws);
  const here = useMemo(
    () => (me === undefined || me === null || workspace === undefined ? undefined : hereOf(me, workspace)),
    [me, workspace],
  );
  if (error !== null && me === undefined)
    return (
      <PlainPage title="The server does not answer">
        <ErrorNote error={error} retry={() => void refetch()} />
      </PlainPage>
    );
  if (me === undefined)
    return (
      <Center mih="100dvh">
        <Loader size="sm" aria-label="Looking who is signed in" />
      </Center>
    );
  const refresh = () => void queries.invalidateQueries({ queryKey: meQuery.queryKey });
  if (me === null) return <SignInPage {...(email === undefined ? {} : { email })} onSignedIn={refresh} />;
  if (me.mustChangePassword) return <FirstPasswordPage onChanged={refresh} />;
  if (here === undefined)
    return (
      <PlainPage
        title="You are in no workspace"
        lead="Somebody who is has to invite you, or whoever runs this installation adds you."
      >
        {null}
      </PlainPage>
    );
  return (
    <HereContext value={here}>
      <Outlet />
    </HereContext>
  );
}

export function InviteScreen(): ReactNode {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const enter = async () => {
    await queries.invalidateQueries({ queryKey: meQuery.queryKey });
    await navigate({ to: '/' });
  };
  return <InvitePage onSignedIn={() => void enter()} />;
}
