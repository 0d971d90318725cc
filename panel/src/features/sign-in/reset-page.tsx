import { Anchor, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { personApi } from '../../lib/api.ts';
import { readLinkToken } from '../../lib/link-token.ts';
import { useForm } from '../../lib/use-form.ts';
import { Form, NewPassword } from '../../ui/form.tsx';
import { StandalonePage } from '../../ui/standalone-page.tsx';

export function ResetPage(): ReactNode {
  const [token] = useState(() => readLinkToken(location.hash));
  const [isDone, setDone] = useState(false);
  const form = useForm({ password: '' }, async ({ password }) => {
    await personApi.resetPassword({ token: token ?? '', password });
    setDone(true);
  });
  if (token === undefined)
    return (
      <StandalonePage title="This link is not whole">
        <Text mb="sm">Open it from the mail again, or copy all of it.</Text>
        <Anchor href="/forgotten">Ask for a new link</Anchor>
      </StandalonePage>
    );
  if (isDone)
    return (
      <StandalonePage title="The new password is set">
        <Text mb="sm">All sessions that were open have ended.</Text>
        <Anchor href="/">Sign in</Anchor>
      </StandalonePage>
    );
  return (
    <StandalonePage title="Set a new password">
      <Form form={form} submit="Set the password" isWide>
        <NewPassword {...form.bind('password')} autoFocus />
      </Form>
    </StandalonePage>
  );
}
