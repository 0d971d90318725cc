import type { ReactNode } from 'react';
import { personApi } from '../../lib/api.ts';
import { useForm } from '../../lib/use-form.ts';
import { CurrentPassword, Form, NewPassword } from '../../ui/form.tsx';
import { StandalonePage } from '../../ui/standalone-page.tsx';

/** For who signed in with a password that somebody else knows: before anything else they choose their own. */
export function FirstPasswordPage({ onChanged }: { onChanged: () => void }): ReactNode {
  const form = useForm({ currentPassword: '', newPassword: '' }, async (passwords) => {
    await personApi.changePassword(passwords);
    onChanged();
  });
  return (
    <StandalonePage
      title="Choose your own password"
      lead="The one you signed in with was made for you, and somebody else may have seen it."
    >
      <Form form={form} submit="Set it and go on" isWide>
        <CurrentPassword {...form.bind('currentPassword')} label="The password you were given" autoFocus />
        <NewPassword {...form.bind('newPassword')} />
      </Form>
    </StandalonePage>
  );
}
