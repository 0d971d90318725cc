import { Anchor, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { personApi } from '../../lib/api.ts';
import { useForm } from '../../lib/use-form.ts';
import { CodeInput, CurrentPassword, EmailInput, Form } from '../../ui/form.tsx';

/** Address and password, and then the code where the person has a second factor. */
export function SignInForm({
  email = '',
  isEmailFixed = false,
  onSignedIn,
}: {
  email?: string;
  /** Where a certain person goes on with what they were doing. */
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
            Forgotten the password?
          </Anchor>
        </Text>
      )}
    </Form>
  );
}
