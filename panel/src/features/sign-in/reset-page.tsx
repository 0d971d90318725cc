import { Anchor, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { personApi } from '../../lib/api/api.ts';
import { readLinkToken } from './link-token.ts';
import { useForm } from '../../lib/forms/use-form.ts';
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
      <StandalonePage title="This link is incomplete">
        <Text mb="sm">Open it from the email again, or copy the whole link.</Text>
        <Anchor href="/forgotten">Request a new link</Anchor>
      </StandalonePage>
    );
  if (isDone)
    return (
      <StandalonePage title="Password changed">
        <Text mb="sm">You have been signed out of all sessions.</Text>
        <Anchor href="/">Sign in</Anchor>
      </StandalonePage>
    );
  return (
    <StandalonePage title="Set a new password">
      <Form form={form} submit="Save password" isWide>
        <NewPassword {...form.bind('password')} autoFocus />
      </Form>
    </StandalonePage>
  );
}
