import { SimpleGrid, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ListedTrafficSource, NewSourceWithTokens, TrafficSourceChange } from '../../lib/api/api.ts';
import type { RecordForm } from '../../lib/forms/use-record-form.ts';
import { textOf } from '../../ui/record/bind.tsx';
import { CurrencyField } from '../../ui/record/currency-field.tsx';
import type { NewRecordProps } from '../../lib/screens/screen.ts';
import { NewRecordInPlace } from '../../ui/record/new-record-in-place.tsx';
import type { RecordEditor } from '../../ui/record/record-editor.ts';
import { FieldGroup } from '../../ui/record/record-form.tsx';
import { NewRecordPage, RecordPage } from '../../ui/record/record-page.tsx';
import { trafficSourceKind } from './kind.ts';
import { PostbackGroup } from './postback-group.tsx';
import { trafficSourceFormSchema, withoutHidden, type TrafficSourceValues } from './form-schema.ts';
import { TemplateChoice } from './template-choice.tsx';
import { TokensGroup } from './tokens-group.tsx';
import { TrafficSourceOverview } from './traffic-source-overview.tsx';

const editor: RecordEditor<TrafficSourceValues, ListedTrafficSource> = {
  kind: trafficSourceKind,
  formSchema: trafficSourceFormSchema,
  get: (api, id, options) => api.getTrafficSource(id, options),
  versions: {
    list: (api, id, options) => api.listTrafficSourceVersions(id, options),
    get: (api, id, version, options) => api.getTrafficSourceVersion(id, version, options),
    putBack: (api, id, version, body) => api.putBackTrafficSourceVersion(id, version, body),
  },
  create: (api, body, options) => api.createTrafficSource(body as NewSourceWithTokens, options),
  update: (api, id, body, options) => api.updateTrafficSource(id, body as TrafficSourceChange, options),
  ofCopy: withoutHidden,
  fields: (form) => <Fields form={form} />,
};

export function TrafficSourcePage(): ReactNode {
  return <RecordPage editor={editor} Overview={TrafficSourceOverview} />;
}

export function NewTrafficSourcePage(): ReactNode {
  return <NewRecordPage editor={editor} />;
}

export function NewTrafficSource(props: NewRecordProps): ReactNode {
  return <NewRecordInPlace editor={editor} {...props} />;
}

function Fields({ form }: { form: RecordForm<TrafficSourceValues> }): ReactNode {
  return (
    <>
      {form.isNew ? <TemplateChoice form={form} /> : null}
      <FieldGroup title="Traffic source">
        <TextInput {...textOf(form, 'name')} required />
      </FieldGroup>
      <FieldGroup
        title="Click ID and cost"
        lead="Campaign links contain these parameters. The traffic source replaces the macros with its values."
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput {...textOf(form, 'clickIdParam')} placeholder="clickid" />
          <TextInput {...textOf(form, 'clickIdMacro')} placeholder="{click_id}" />
          <TextInput {...textOf(form, 'costParam')} placeholder="cost" />
          <TextInput {...textOf(form, 'costMacro')} placeholder="{cost}" />
        </SimpleGrid>
        <CurrencyField form={form} name="currency" placeholder="Workspace currency" />
      </FieldGroup>
      <TokensGroup form={form} />
      <PostbackGroup form={form} />
    </>
  );
}
