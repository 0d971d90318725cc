import { SimpleGrid, Skeleton, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PanelRotator, RotatorChange, ShownRotatorSettings } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { useDraftKey } from '../../lib/forms/use-draft-key.ts';
import { useRecordForm } from '../../lib/forms/use-record-form.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { Section } from '../../ui/section.tsx';
import { switchOf, textOf } from '../../ui/record/bind.tsx';
import { CountryField } from '../../ui/record/country-field.tsx';
import { FieldGroup, RecordFormFrame } from '../../ui/record/record-form.tsx';
import { showDone } from '../../ui/record/undo.tsx';
import { rotatorKey, useRefreshRotators } from './rotator-queries.ts';
import { rotatorFormSchema, stickyFormSchema } from './rotator-form-schema.ts';
import { SharedNote, useSharedSave } from './shared-rotator.tsx';

type TabProps = { rotator: PanelRotator; isReadOnly: boolean };

/** Shows two forms that are saved separately. Each save creates a version. */
export function SettingsTab(props: TabProps): ReactNode {
  const { workspace, api } = useWorkspace();
  const { data, error, refetch } = useQuery({
    queryKey: rotatorKey(workspace.id, props.rotator.id, 'settings'),
    queryFn: ({ signal }) => api.getRotatorSettings(props.rotator.id, { signal }),
  });
  return (
    <>
      <SharedNote rotatorId={props.rotator.id} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md" maw={1400}>
        <Section title="General">
          <RotatorForm {...props} />
        </Section>
        <Section title="Returning visitors">
          {error === null ? null : <ErrorNote error={error} retry={() => void refetch()} />}
          {data === undefined ? (
            error === null ? (
              <Skeleton h={200} />
            ) : null
          ) : (
            <StickyForm {...props} settings={data} />
          )}
        </Section>
      </SimpleGrid>
    </>
  );
}

function RotatorForm({ rotator, isReadOnly }: TabProps): ReactNode {
  const { api } = useWorkspace();
  const refresh = useRefreshRotators();
  const form = useRecordForm({
    formSchema: rotatorFormSchema,
    draftKey: useDraftKey('rotators', rotator.id),
    record: rotator,
    isReadOnly,
    save: (body) => api.updateRotator(rotator.id, body as RotatorChange & { version: number }),
    onStale: refresh,
    onSaved: () => {
      refresh();
      showDone('Rotator saved.', undefined);
    },
  });
  return (
    <RecordFormFrame form={form}>
      <FieldGroup title="Rotator">
        <TextInput {...textOf(form, 'name')} required />
        <CountryField form={form} name="country" />
        <Switch {...switchOf(form, 'shared')} />
      </FieldGroup>
    </RecordFormFrame>
  );
}

const stickySwitches = ['sticky', 'stickyLanding', 'stickyOffer'] as const;

function StickyForm({
  rotator,
  isReadOnly,
  settings,
}: TabProps & { settings: ShownRotatorSettings }): ReactNode {
  const { api } = useWorkspace();
  const refresh = useRefreshRotators();
  const form = useRecordForm({
    formSchema: stickyFormSchema,
    draftKey: useDraftKey('rotators', rotator.id, 'settings'),
    record: settings,
    isReadOnly,
    save: (body) => api.updateRotatorSettings(rotator.id, body as { version: number }),
    onStale: refresh,
    onSaved: () => {
      refresh();
      showDone('Settings saved.', undefined);
    },
  });
  const shared = useSharedSave(rotator.id, form);
  return (
    <>
      <RecordFormFrame form={shared.form}>
        <FieldGroup title="Sticky routing">
          {stickySwitches.map((name) => (
            <Switch key={name} {...switchOf(form, name)} />
          ))}
          <TextInput {...textOf(form, 'stickyDays')} inputMode="numeric" maw={360} required />
        </FieldGroup>
      </RecordFormFrame>
      {shared.confirmation}
    </>
  );
}
