import {
  Button,
  Group,
  PasswordInput,
  Stack,
  TextInput,
  type PasswordInputProps,
  type TextInputProps,
} from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { ErrorNote } from './error-note.tsx';
import { FormErrorsNote, useFormErrors } from './form-errors.tsx';
import { dangerColor } from './danger.ts';

export function Form({
  form,
  submit,
  isWide = false,
  isDestructive = false,
  onSend,
  beside,
  children,
}: {
  form: { onSubmit: (event: FormEvent) => void; isPending: boolean; error: unknown };
  submit: string;
  isWide?: boolean;
  isDestructive?: boolean;
  onSend?: () => void;
  beside?: ReactNode;
  children: ReactNode;
}): ReactNode {
  const { setForm, found, onSubmit } = useFormErrors(form.isPending);
  return (
    <form
      ref={setForm}
      onSubmit={(event) => {
        onSubmit();
        form.onSubmit(event);
      }}
    >
      <Stack gap="sm">
        {form.error === null ? null : <ErrorNote error={form.error} />}
        {children}
        <FormErrorsNote found={found} />
        <Group gap="sm" mt="xs">
          <Button
            type="submit"
            {...(isDestructive ? { color: dangerColor } : {})}
            loading={form.isPending}
            fullWidth={isWide}
            onClick={onSend}
          >
            {submit}
          </Button>
          {beside}
        </Group>
      </Stack>
    </form>
  );
}

const newPasswordHelp =
  'At least 12 characters. A few unrelated words make a strong password that is easy to remember.';

export function CurrentPassword(props: PasswordInputProps): ReactNode {
  return (
    <PasswordInput
      label="Password"
      autoComplete="current-password"
      visibilityToggleFocusable
      required
      {...props}
    />
  );
}

export function NewPassword(props: PasswordInputProps): ReactNode {
  return (
    <PasswordInput
      label="New password"
      description={newPasswordHelp}
      autoComplete="new-password"
      visibilityToggleFocusable
      required
      {...props}
    />
  );
}

export function CodeInput(props: TextInputProps): ReactNode {
  return (
    <TextInput
      label="Code"
      description="6-digit code from your authenticator app, or a recovery code."
      autoComplete="one-time-code"
      required
      {...props}
    />
  );
}

export function EmailInput(props: TextInputProps): ReactNode {
  return <TextInput label="Email address" type="email" autoComplete="username" required {...props} />;
}
