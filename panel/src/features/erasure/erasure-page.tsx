import { Anchor, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { keyFor, type RequestKeys } from '../../lib/request-keys.ts';
import { useWorkspace } from '../../lib/current-workspace.ts';
import { useForm } from '../../lib/use-form.ts';
import { CodeInput, CurrentPassword, Form } from '../../ui/form.tsx';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { showDone } from '../../ui/record/undo.tsx';
import { ErasuresSection } from './erasures-section.tsx';

/** For somebody who asks to be forgotten. */
export function ErasurePage(): ReactNode {
  return (
    <Page title="Erasure">
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
    // The same visit may be asked for once more, which begins anew.
    setKeys({});
    void queries.invalidateQueries({ queryKey: [workspace.id, 'erasures'] });
    showDone('The visit is being erased.', undefined);
  });
  return (
    <Section
      title="Erase a visit"
      lead="Everything that is recorded of it goes: its clicks, events, conversions, postbacks and requests of networks. Reports no longer count it, its money included. Nothing brings it back."
    >
      <Text>
        Somebody is known here by their visits. Find those in{' '}
        <Anchor inherit renderRoot={(root) => <Link {...root} to="/events" />}>
          Events
        </Anchor>
        , where they can be looked for by transaction id and external id too, and take the click id of each.
        Copies elsewhere, such as backups, exported files and what networks were told, are not reached.
      </Text>
      <Form form={form} submit="Erase it for good">
        <Stack gap="sm" maw={480}>
          <TextInput
            {...form.bind('clickId')}
            label="Click id"
            description="38 letters and digits, as the landing page and the network got it."
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
