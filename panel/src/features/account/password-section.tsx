import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { personApi } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { CurrentPassword, Form, NewPassword } from '../../ui/form.tsx';
import { Timestamp } from '../../ui/timestamp.tsx';
import { Section } from '../../ui/section.tsx';

const empty = { currentPassword: '', newPassword: '' };

export function PasswordSection(): ReactNode {
  const { me } = useWorkspace();
  const form = useForm(empty, async (passwords) => {
    await personApi.changePassword(passwords);
    notifications.show({
      message: 'Password changed. Your other sessions were signed out, and your AI agents were disconnected.',
    });
  });
  const lead = (
    <>
      Last changed <Timestamp at={me.passwordChangedAt} />. Changing it signs out your other sessions and
      disconnects your AI agents.
    </>
  );
  return (
    <Section title="Password" lead={lead}>
      <Form form={form} submit="Change password">
        {/* This field lets password managers find the right account. */}
        <input type="hidden" name="username" autoComplete="username" value={me.email} readOnly />
        <CurrentPassword {...form.bind('currentPassword')} label="Current password" />
        <NewPassword {...form.bind('newPassword')} />
      </Form>
    </Section>
  );
}
