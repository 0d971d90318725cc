import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { LandingChange, ListedLanding, NewLanding as LandingInput } from '../../lib/api/api.ts';
import { textOf } from '../../ui/record/bind.tsx';
import { CountryField } from '../../ui/record/country-field.tsx';
import { FieldGroup } from '../../ui/record/record-form.tsx';
import type { NewRecordProps } from '../../lib/screens/screen.ts';
import { NewRecordInPlace } from '../../ui/record/new-record-in-place.tsx';
import type { RecordEditor } from '../../ui/record/record-editor.ts';
import { NewRecordPage, RecordPage } from '../../ui/record/record-page.tsx';
import { UrlField } from '../../ui/record/url-field.tsx';
import { LandingOverview } from './landing-overview.tsx';
import { landingFormSchema, type LandingValues } from './form-schema.ts';
import { landingKind } from './kind.ts';

const editor: RecordEditor<LandingValues, ListedLanding> = {
  kind: landingKind,
  formSchema: landingFormSchema,
  get: (api, id, options) => api.getLanding(id, options),
  versions: {
    list: (api, id, options) => api.listLandingVersions(id, options),
    get: (api, id, version, options) => api.getLandingVersion(id, version, options),
    putBack: (api, id, version, body) => api.putBackLandingVersion(id, version, body),
  },
  create: (api, body, options) => api.createLanding(body as LandingInput, options),
  update: (api, id, body, options) => api.updateLanding(id, body as LandingChange, options),
  fields: (form) => (
    <FieldGroup title="Landing page">
      <TextInput {...textOf(form, 'name')} data-autofocus={form.isNew || undefined} required />
      <UrlField form={form} name="url" use="page" required />
      <CountryField form={form} name="country" />
    </FieldGroup>
  ),
};

export function LandingPage(): ReactNode {
  return <RecordPage editor={editor} Overview={LandingOverview} />;
}

export function NewLandingPage(): ReactNode {
  return <NewRecordPage editor={editor} />;
}

export function NewLanding(props: NewRecordProps): ReactNode {
  return <NewRecordInPlace editor={editor} {...props} />;
}
