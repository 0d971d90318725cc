import { Box, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { NewRotator, PanelRotator } from '../../lib/api/api.ts';
import { keyFor, type RequestKeys } from '../../lib/api/request-keys.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { useDraftKey } from '../../lib/forms/use-draft-key.ts';
import { useRecordForm } from '../../lib/forms/use-record-form.ts';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { textOf } from '../../ui/record/bind.tsx';
import { CountryField } from '../../ui/record/country-field.tsx';
import { FieldGroup, RecordFormFrame } from '../../ui/record/record-form.tsx';
import { useRefreshRotators } from './rotator-queries.ts';
import { rotatorFormSchema, type RotatorValues } from './rotator-form-schema.ts';

export function NewRotatorPage(): ReactNode {
  const { api, may } = useWorkspace();
  const navigate = useNavigate();
  const refresh = useRefreshRotators();
  // Idempotency keys, so that a retry after a lost response does not create a second rotator.
  const [keys] = useState<RequestKeys>({});
  const form = useRecordForm<RotatorValues, PanelRotator>({
    formSchema: rotatorFormSchema,
    draftKey: useDraftKey('rotators', 'new'),
    record: undefined,
    isReadOnly: !may('rotators.write'),
    save: (body) =>
      api.createRotator(body as NewRotator, { idempotencyKey: keyFor(keys, JSON.stringify(body)) }),
    onSaved: ({ id }) => {
      refresh();
      void navigate({ to: '/rotators/$rotatorId', params: { rotatorId: id }, search: {}, replace: true });
    },
  });
  return (
    <Page title="New rotator">
      <Box maw={640}>
        <Section title="Details" lead="You’ll add rules and paths in the next step.">
          <RecordFormFrame form={form}>
            <FieldGroup title="Rotator">
              <TextInput {...textOf(form, 'name')} required data-autofocus />
              <CountryField form={form} name="country" />
            </FieldGroup>
          </RecordFormFrame>
        </Section>
      </Box>
    </Page>
  );
}
