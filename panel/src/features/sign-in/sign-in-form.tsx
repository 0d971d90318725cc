import { Anchor, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { personApi } from '../../lib/api/api.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { CodeInput, CurrentPassword, EmailInput, Form } from '../../ui/form.tsx';

/** Asks for the email address and password and then, in a second step, for the two-factor code. */
export function SignInForm({
  email = '',
  isEmailFixed = false,
  onSignedIn,
}: {
  email?: string;
  /** True if a session has expired and the same person has to sign in again. */
  isEmailFixed?: boolean;
  onSignedIn: () => void;
}): ReactNode {
  const [isCodeNeeded, setCodeNeeded] = useState(false);
  const form = useForm({ email, password: '', code: '' }, async ({ code, ...known }) => {
    const { signedIn } = await personApi.signIn({ ...known, ...(isCodeNeeded ? { code } : {}) });
    if (signedIn) return onSignedIn();
    setCodeNeeded(true);
    return 'goes on';
  });
  return (
    <Form form={form} submit="Sign in" isWide>
      <EmailInput {...form.bind('email')} readOnly={isEmailFixed} autoFocus={email === ''} />
      <CurrentPassword {...form.bind('password')} label="Password" autoFocus={email !== ''} />
      {isCodeNeeded ? <CodeInput {...form.bind('code')} autoFocus /> : null}
      {isEmailFixed ? null : (
        <Text size="sm">
          <Anchor href="/forgotten" inherit>
            Forgot your password?
          </Anchor>
        </Text>
      )}
    </Form>
  );
}
