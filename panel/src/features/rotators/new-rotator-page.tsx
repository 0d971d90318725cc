import { SimpleGrid, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { use, useState, type ReactNode } from 'react';
import type { NewRotator, PanelRotator, RotatorRulesInput, WaypostPanelClient } from '../../lib/api/api.ts';
import { keyFor, type RequestKeys } from '../../lib/api/request-keys.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { useDraftKey } from '../../lib/forms/use-draft-key.ts';
import { useRecordForm } from '../../lib/forms/use-record-form.ts';
import { createWithTags, withTags, type WithTags } from '../../lib/records/with-tags.ts';
import type { NewRecordProps } from '../../lib/screens/screen.ts';
import { textOf } from '../../ui/record/bind.tsx';
import { CountryField } from '../../ui/record/country-field.tsx';
import { NewRecordFrame } from '../../ui/record/new-record-frame.tsx';
import { CreationDepthContext } from '../../ui/record/record-creation.tsx';
import { FieldGroup, RecordFormFrame } from '../../ui/record/record-form.tsx';
import { TagsField } from '../../ui/record/tags-field.tsx';
import { useNamesIn } from '../../ui/record/use-names-in.ts';
import { useRefreshRotators } from './rotator-queries.ts';
import { newRotatorFormSchema, type NewRotatorValues } from './rotator-form-schema.ts';
import { PathPool } from './routing/path-pool.tsx';

const taggedSchema = withTags(newRotatorFormSchema);

export function NewRotatorPage(): ReactNode {
  const navigate = useNavigate();
  const open = (id: string) =>
    void navigate({
      to: '/rotators/$rotatorId',
      params: { rotatorId: id },
      search: { tab: 'rules' },
      replace: true,
    });
  return (
    <NewRecordFrame title="New rotator" lead="You can add rules and more paths in the next step.">
      <NewRotatorForm name="" draft="new" onCreated={open} />
    </NewRecordFrame>
  );
}

export function NewRotatorInPlace(props: NewRecordProps): ReactNode {
  const depth = use(CreationDepthContext);
  return <NewRotatorForm {...props} draft={`new in place ${depth}`} />;
}

function NewRotatorForm({ name, draft, onCreated }: NewRecordProps & { draft: string }): ReactNode {
  const { api, may } = useWorkspace();
  const refresh = useRefreshRotators();
  // Idempotency keys, so that a retry after a lost response does not create a second rotator.
  const [keys] = useState<RequestKeys>({});
  const form = useRecordForm<WithTags<NewRotatorValues>, PanelRotator>({
    formSchema: taggedSchema,
    draftKey: useDraftKey('rotators', draft),
    record: undefined,
    beginning: name === '' ? undefined : { ...taggedSchema.empty, name },
    isReadOnly: !may('rotators.write'),
    save: (values) =>
      createWithTags(api, 'rotator', values, (body) => createRotator(api, body as RotatorBody, keys)),
    onSaved: ({ id }) => {
      refresh();
      onCreated(id);
    },
  });
  const [path] = form.values.paths;
  const names = useNamesIn([path.landings, path.offers], ['landings', 'offers']);
  const pool = {
    form,
    path,
    at: 0,
    names,
    onChange: (change: Partial<typeof path>) => form.set({ paths: [{ ...path, ...change }] }),
  };
  return (
    <RecordFormFrame form={form} references={['landings', 'offers']}>
      <FieldGroup title="Rotator">
        <TextInput {...textOf(form, 'name')} required data-autofocus />
        <CountryField form={form} name="country" />
        <TagsField form={form} thing="rotators" />
      </FieldGroup>
      <FieldGroup title="Default path" lead="Destination for visitors that match no rule.">
        <SimpleGrid cols={1} spacing="md">
          <PathPool {...pool} kind="landings" />
          <PathPool {...pool} kind="offers" />
        </SimpleGrid>
      </FieldGroup>
    </RecordFormFrame>
  );
}

type RotatorBody = NewRotator & { paths: RotatorRulesInput['paths'] };

// Creates the rotator, then fills its default path. Both requests can be repeated after an error.
async function createRotator(
  api: WaypostPanelClient,
  { paths: [path], ...body }: RotatorBody,
  keys: RequestKeys,
): Promise<PanelRotator> {
  const created = await api.createRotator(body, { idempotencyKey: keyFor(keys, JSON.stringify(body)) });
  if (path === undefined || (path.landings?.length ?? 0) + (path.offers?.length ?? 0) === 0) return created;
  const { version, defaultPathId } = await api.getRotatorRules(created.id);
  const saved = await api.saveRotatorRules(created.id, {
    version,
    defaultPathId,
    rules: [],
    paths: [{ ...path, id: defaultPathId }],
  });
  return { ...created, version: saved.version };
}
