import { Anchor, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { keyFor, type RequestKeys } from '../../lib/api/request-keys.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { CodeInput, CurrentPassword, Form } from '../../ui/form.tsx';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { showDone } from '../../ui/record/undo.tsx';
import { ErasuresSection } from './erasures-section.tsx';

export function ErasurePage(): ReactNode {
  return (
    <Page title="Data deletion">
      <Stack gap="md" maw={1080}>
        <EraseSection />
        <ErasuresSection />
      </Stack>
    </Page>
  );
}

function EraseSection(): ReactNode {
  const { api, me, workspace } = useWorkspace();
  const queries = useQueryClient();
  const [keys, setKeys] = useState<RequestKeys>({});
  const hasCode = me.secondFactor.enabled;
  const form = useForm({ clickId: '', password: '', code: '' }, async ({ clickId, password, code }) => {
    const body = { clickId: clickId.trim(), password, ...(hasCode ? { code } : {}) };
    await api.requestErasure(body, { idempotencyKey: keyFor(keys, body.clickId) });
    // Resets the idempotency keys, so that a new request for the same visit starts a new deletion.
    setKeys({});
    void queries.invalidateQueries({ queryKey: [workspace.id, 'erasures'] });
    showDone('Deletion started.', undefined);
  });
  return (
    <Section
      title="Delete a visit"
      lead="Permanently deletes a visit and everything linked to it: clicks, conversions, and incoming and outgoing postbacks. Its revenue and cost are removed from reports. This cannot be undone."
    >
      <Text>
        To delete a person’s data, find their visits in{' '}
        <Anchor inherit renderRoot={(root) => <Link {...root} to="/events" />}>
          Events
        </Anchor>{' '}
        by transaction ID or external click ID, and delete each visit by its click ID. Backups, exported files
        and data already sent to networks are not affected.
      </Text>
      <Form form={form} submit="Delete permanently" isDestructive>
        <Stack gap="sm" maw={480}>
          <TextInput
            {...form.bind('clickId')}
            label="Click ID"
            description="38 letters and digits, as sent to the landing page and the network."
            autoComplete="off"
            spellCheck={false}
            required
          />
          <CurrentPassword {...form.bind('password')} />
          {hasCode ? <CodeInput {...form.bind('code')} /> : null}
        </Stack>
      </Form>
    </Section>
  );
}
