import { Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { keyFor, type RequestKeys } from '../../lib/api/request-keys.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { useKindKey } from '../../lib/records/record-kind.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { Form } from '../../ui/form.tsx';
import { domainKind } from './kind.ts';
import { NoTarget } from './record-lines.tsx';
import { useTarget } from './use-target.ts';

export function NewDomain({ onAdded }: { onAdded: (id: string) => void }): ReactNode {
  const { api } = useWorkspace();
  const queries = useQueryClient();
  const key = useKindKey(domainKind.thing);
  const target = useTarget();
  const [keys] = useState<RequestKeys>({});
  const form = useForm({ host: '' }, async ({ host }) => {
    const { id } = await api.createDomain({ host }, { idempotencyKey: keyFor(keys, host) });
    void queries.invalidateQueries({ queryKey: key });
    onAdded(id);
  });
  return (
    <Stack gap="md">
      {target === null ? <NoTarget /> : null}
      <Form form={form} submit="Add domain">
        <TextInput
          {...form.bind('host')}
          label="Host"
          description="A subdomain of a domain you own. The root domain itself cannot have a CNAME record."
          placeholder="go.example.com"
          autoComplete="off"
          spellCheck={false}
          inputMode="url"
          data-autofocus
          required
        />
      </Form>
    </Stack>
  );
}
