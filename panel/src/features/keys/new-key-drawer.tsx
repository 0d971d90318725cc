import { Drawer, Select, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { ApiKey } from '../../lib/api.ts';
import { keyFor, type RequestKeys } from '../../lib/request-keys.ts';
import { useWorkspace } from '../../lib/current-workspace.ts';
import { useForm } from '../../lib/use-form.ts';
import { Form } from '../../ui/form.tsx';
import { useDocumentTitle } from '../../ui/page.tsx';
import { useRefreshKeys } from './key-queries.ts';
import { ShownToken } from './shown-token.tsx';
import { useLayer } from '../../ui/use-layer.ts';

const scopes = [
  { value: 'read', label: 'Reads' },
  { value: 'write', label: 'Reads and changes' },
] as const;
const scopeHelp = {
  read: 'Campaigns, landings, rotators, reports and events.',
  write:
    'The same, and makes, changes, archives and restores campaigns, landings and what else the API offers.',
} as const;
const lifetimes = [30, 90, 180] as const;

/** A new key, and then its token in the same place: it cannot be left by a slip. */
export function NewKeyDrawer(): ReactNode {
  const navigate = useNavigate();
  const [made, setMade] = useState<ApiKey & { token: string }>();
  useDocumentTitle('New API key');
  const close = () => void navigate({ to: '/keys', search: true });
  return (
    <Drawer
      opened
      onClose={useLayer(true, close)}
      position="right"
      size="lg"
      title={made === undefined ? 'New API key' : made.label}
      closeButtonProps={{ 'aria-label': 'Close' }}
      closeOnClickOutside={made === undefined}
      closeOnEscape={made === undefined}
    >
      {made === undefined ? (
        <NewKeyForm onMade={setMade} />
      ) : (
        <ShownToken token={made.token} scope={made.scope} done={close} />
      )}
    </Drawer>
  );
}

function NewKeyForm({ onMade }: { onMade: (made: ApiKey & { token: string }) => void }): ReactNode {
  const { api } = useWorkspace();
  const refresh = useRefreshKeys();
  const [scope, setScope] = useState<ApiKey['scope']>('read');
  const [lifetimeDays, setLifetime] = useState<ApiKey['lifetimeDays']>(90);
  // Who did not hear the answer asks again, and no second key is made.
  const [keys] = useState<RequestKeys>({});
  const form = useForm({ label: '' }, async ({ label }) => {
    const body = { label, scope, lifetimeDays };
    const made = await api.createKey(body, { idempotencyKey: keyFor(keys, JSON.stringify(body)) });
    refresh();
    onMade(made);
  });
  return (
    <Form form={form} submit="Make the key">
      <TextInput
        {...form.bind('label')}
        label="Label"
        description="The program that uses it, such as: nightly report."
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
        label="Ends after"
        description="There is no key without an end. Two weeks before it, the overview says so."
        data={lifetimes.map((days) => ({ value: String(days), label: `${days} days` }))}
        value={String(lifetimeDays)}
        allowDeselect={false}
        onChange={(chosen) => setLifetime(lifetimes.find((days) => String(days) === chosen) ?? 90)}
      />
    </Form>
  );
}
