import { Drawer, Select, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { ApiKey } from '../../lib/api/api.ts';
import { keyFor, type RequestKeys } from '../../lib/api/request-keys.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { Form } from '../../ui/form.tsx';
import { useDocumentTitle } from '../../ui/page.tsx';
import { useRefreshKeys } from './key-queries.ts';
import { ShownToken } from './shown-token.tsx';
import { useLayer } from '../../ui/use-layer.ts';

const scopes = [
  { value: 'read', label: 'Read' },
  { value: 'write', label: 'Read and write' },
] as const;
const scopeHelp = {
  read: 'Can read campaigns, landing pages, rotators, reports and events.',
  write: 'Can read everything and create, update, archive and restore records.',
} as const;
const lifetimes = [30, 90, 180] as const;

/**
 * Creates an API key. While the token is shown, clicks outside and Escape do not close the drawer, because the token
 * cannot be shown again.
 */
export function NewKeyDrawer(): ReactNode {
  const navigate = useNavigate();
  const [created, setCreated] = useState<ApiKey & { token: string }>();
  useDocumentTitle('New API key');
  const close = () => void navigate({ to: '/keys', search: true });
  return (
    <Drawer
      opened
      onClose={useLayer(true, close)}
      position="right"
      size="lg"
      title={created === undefined ? 'New API key' : created.label}
      closeButtonProps={{ 'aria-label': 'Close' }}
      closeOnClickOutside={created === undefined}
      closeOnEscape={created === undefined}
    >
      {created === undefined ? (
        <NewKeyForm onCreated={setCreated} />
      ) : (
        <ShownToken token={created.token} scope={created.scope} done={close} />
      )}
    </Drawer>
  );
}

function NewKeyForm({ onCreated }: { onCreated: (created: ApiKey & { token: string }) => void }): ReactNode {
  const { api } = useWorkspace();
  const refresh = useRefreshKeys();
  const [scope, setScope] = useState<ApiKey['scope']>('read');
  const [lifetimeDays, setLifetime] = useState<ApiKey['lifetimeDays']>(90);
  // Idempotency keys, so that a retry after a lost response does not create a second API key.
  const [keys] = useState<RequestKeys>({});
  const form = useForm({ label: '' }, async ({ label }) => {
    const body = { label, scope, lifetimeDays };
    const created = await api.createKey(body, { idempotencyKey: keyFor(keys, JSON.stringify(body)) });
    refresh();
    onCreated(created);
  });
  return (
    <Form form={form} submit="Create key">
      <TextInput
        {...form.bind('label')}
        label="Label"
        description="Name of the script or integration that uses the key, such as “Nightly report”."
        data-autofocus
        required
      />
      <Select
        label="Scope"
        description={scopeHelp[scope]}
        data={scopes}
        value={scope}
        allowDeselect={false}
        onChange={(chosen) => setScope(chosen === 'write' ? 'write' : 'read')}
      />
      <Select
        label="Expires after"
        description="Keys always expire. The overview shows a reminder two weeks beforehand."
        data={lifetimes.map((days) => ({ value: String(days), label: `${days} days` }))}
        value={String(lifetimeDays)}
        allowDeselect={false}
        onChange={(chosen) => setLifetime(lifetimes.find((days) => String(days) === chosen) ?? 90)}
      />
    </Form>
  );
}
