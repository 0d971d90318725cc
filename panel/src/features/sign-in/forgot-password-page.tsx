import { Anchor, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { personApi } from '../../lib/api/api.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { EmailInput, Form } from '../../ui/form.tsx';
import { StandalonePage } from '../../ui/standalone-page.tsx';

export function ForgotPasswordPage(): ReactNode {
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm({ email: '' }, async ({ email }) => {
    await personApi.requestPasswordReset({ email });
    setSentTo(email);
  });
  const back = <Anchor href="/">Back to sign-in</Anchor>;
  if (sentTo === undefined)
    return (
      <StandalonePage title="Reset your password" lead="We’ll email you a link to set a new password.">
        <Form form={form} submit="Send link" isWide>
          <EmailInput {...form.bind('email')} autoFocus />
          {back}
        </Form>
      </StandalonePage>
    );
  return (
    <StandalonePage title="Check your email">
      <Stack gap="sm">
        <Text>If {sentTo} has an account, a link to set a new password is on its way.</Text>
        <Text c="dimmed" size="sm">
          No email? If no mail server is configured, ask your admin to create the link:{' '}
          <span className="wp-mono">npx waypost user reset-link --email {sentTo}</span>
        </Text>
        {back}
      </Stack>
    </StandalonePage>
  );
}
