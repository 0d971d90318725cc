import type { ReactNode } from 'react';
import { personApi } from '../../lib/api/api.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { CurrentPassword, Form, NewPassword } from '../../ui/form.tsx';
import { StandalonePage } from '../../ui/standalone-page.tsx';

/** Asks for a new password after a person signs in with a password that someone else knows. */
export function FirstPasswordPage({ onChanged }: { onChanged: () => void }): ReactNode {
  const form = useForm({ currentPassword: '', newPassword: '' }, async (passwords) => {
    await personApi.changePassword(passwords);
    onChanged();
  });
  return (
    <StandalonePage title="Replace your temporary password" lead="Someone else may have seen it.">
      <Form form={form} submit="Save and continue" isWide>
        <CurrentPassword {...form.bind('currentPassword')} label="Temporary password" autoFocus />
        <NewPassword {...form.bind('newPassword')} />
      </Form>
    </StandalonePage>
  );
}
