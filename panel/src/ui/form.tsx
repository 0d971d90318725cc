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

/** A form as all of them are: what went wrong above, one column of fields, and the button that sends it at the end. */
export function Form({
  form,
  submit,
  isWide = false,
  onSend,
  beside,
  children,
}: {
  form: { onSubmit: (event: FormEvent) => void; isPending: boolean; error: unknown };
  /** What the button says. */
  submit: string;
  isWide?: boolean;
  /** Before it is sent by its own button. */
  onSend?: () => void;
  /** Stands beside the button. */
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
          <Button type="submit" loading={form.isPending} fullWidth={isWide} onClick={onSend}>
            {submit}
          </Button>
          {beside}
        </Group>
      </Stack>
    </form>
  );
}

const newPasswordHelp =
  'At least 12 characters. A few words that do not belong together are strong and easy to keep.';

export function CurrentPassword(props: PasswordInputProps): ReactNode {
  return (
    <PasswordInput
      label="Your password"
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

/** Of the second factor. */
export function CodeInput(props: TextInputProps): ReactNode {
  return (
    <TextInput
      label="Code"
      description="Six digits from your application, or a recovery code."
      autoComplete="one-time-code"
      required
      {...props}
    />
  );
}

export function EmailInput(props: TextInputProps): ReactNode {
  return <TextInput label="E-mail address" type="email" autoComplete="username" required {...props} />;
}
