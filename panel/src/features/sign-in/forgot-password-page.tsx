import { Anchor, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { personApi } from '../../lib/api.ts';
import { useForm } from '../../lib/use-form.ts';
import { EmailInput, Form } from '../../ui/form.tsx';
import { StandalonePage } from '../../ui/standalone-page.tsx';

export function ForgotPasswordPage(): ReactNode {
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm({ email: '' }, async ({ email }) => {
    await personApi.requestPasswordReset({ email });
    setSentTo(email);
  });
  const back = <Anchor href="/">Back to the sign-in</Anchor>;
  if (sentTo === undefined)
    return (
      <StandalonePage title="Forgotten the password?" lead="We mail you a link that sets a new one.">
        <Form form={form} submit="Send the link" isWide>
          <EmailInput {...form.bind('email')} autoFocus />
          {back}
        </Form>
      </StandalonePage>
    );
  return (
    <StandalonePage title="Look into your mail">
      <Stack gap="sm">
        <Text>If {sentTo} has an account here, a link that sets a new password is on its way.</Text>
        <Text c="dimmed" size="sm">
          Nothing came? On an installation without a mail server, whoever runs it makes the link:{' '}
          <span className="wp-mono">npx waypost user reset-link --email {sentTo}</span>
        </Text>
        {back}
      </Stack>
    </StandalonePage>
  );
}
