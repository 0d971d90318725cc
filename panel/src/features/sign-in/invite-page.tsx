import { Anchor, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { personApi, type ShownInvitation } from '../../lib/api/api.ts';
import { meQuery } from '../../lib/api/current-workspace.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { CodeInput, CurrentPassword, Form, NewPassword } from '../../ui/form.tsx';
import { StandalonePage } from '../../ui/standalone-page.tsx';
import { readLinkToken } from './link-token.ts';

export function InvitePage(): ReactNode {
  const [token] = useState(() => readLinkToken(location.hash));
  const { data, error } = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => personApi.viewInvitation({ token: token ?? '' }),
    enabled: token !== undefined,
    retry: false,
  });
  if (token === undefined || error !== null)
    return (
      <StandalonePage title="This invitation is not valid">
        <Stack gap="sm">
          {error === null ? null : <ErrorNote error={error} />}
          <Text>
            The link has already been used, has expired or is incomplete. Ask the person who invited you for a
            new one.
          </Text>
          <Anchor href="/">Sign in</Anchor>
        </Stack>
      </StandalonePage>
    );
  if (data === undefined)
    return (
      <StandalonePage title="Your invitation">
        <Skeleton h={120} />
      </StandalonePage>
    );
  return <AcceptForm token={token} invitation={data} />;
}

function AcceptForm({ token, invitation }: { token: string; invitation: ShownInvitation }): ReactNode {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isCodeNeeded, setCodeNeeded] = useState(false);
  const form = useForm({ password: '', code: '' }, async ({ password, code }) => {
    const body = { token, password, ...(isCodeNeeded ? { code } : {}) };
    const { signedIn } = await personApi.acceptInvitation(body);
    if (!signedIn) {
      setCodeNeeded(true);
      return 'goes on';
    }
    await queries.invalidateQueries({ queryKey: meQuery.queryKey });
    return await navigate({ to: '/' });
  });
  const { workspace, email, role, hasAccount } = invitation;
  return (
    <StandalonePage title={`Join ${workspace}`} lead={`${email} has been invited with the ${role} role.`}>
      <Form form={form} submit="Join" isWide>
        {hasAccount ? (
          <CurrentPassword {...form.bind('password')} description="The password for your existing account." />
        ) : (
          <NewPassword {...form.bind('password')} />
        )}
        {isCodeNeeded ? <CodeInput {...form.bind('code')} autoFocus /> : null}
      </Form>
    </StandalonePage>
  );
}
