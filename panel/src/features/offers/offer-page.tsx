import { SegmentedControl, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ListedOffer, NewOffer as OfferInput, OfferChange } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import type { RecordForm } from '../../lib/forms/use-record-form.ts';
import { GroupError } from '../../ui/form-errors.tsx';
import { textOf } from '../../ui/record/bind.tsx';
import { CountryField } from '../../ui/record/country-field.tsx';
import { ListField } from '../../ui/record/list-field.tsx';
import { RecordField } from '../../ui/record/record-choice.tsx';
import type { NewRecordProps } from '../../lib/screens/screen.ts';
import { NewRecordInPlace } from '../../ui/record/new-record-in-place.tsx';
import type { RecordEditor } from '../../ui/record/record-editor.ts';
import { FieldGroup } from '../../ui/record/record-form.tsx';
import { NewRecordPage, RecordPage } from '../../ui/record/record-page.tsx';
import { UrlField } from '../../ui/record/url-field.tsx';
import { offerKind } from './kind.ts';
import { OfferOverview } from './offer-overview.tsx';
import { offerFormSchema, type OfferCap, type OfferValues } from './form-schema.ts';

const editor: RecordEditor<OfferValues, ListedOffer> = {
  kind: offerKind,
  formSchema: offerFormSchema,
  references: ['affiliate-networks', 'offers'],
  get: (api, id, options) => api.getOffer(id, options),
  versions: {
    list: (api, id, options) => api.listOfferVersions(id, options),
    get: (api, id, version, options) => api.getOfferVersion(id, version, options),
    putBack: (api, id, version, body) => api.putBackOfferVersion(id, version, body),
  },
  create: (api, body, options) => api.createOffer(body as OfferInput, options),
  update: (api, id, body, options) => api.updateOffer(id, body as OfferChange, options),
  fields: (form, offer) => <Fields form={form} id={offer?.id} />,
};

export function OfferPage(): ReactNode {
  return <RecordPage editor={editor} Overview={OfferOverview} />;
}

export function NewOfferPage(): ReactNode {
  return <NewRecordPage editor={editor} />;
}

export function NewOffer(props: NewRecordProps): ReactNode {
  return <NewRecordInPlace editor={editor} {...props} />;
}

function Fields({ form, id }: { form: RecordForm<OfferValues>; id: string | undefined }): ReactNode {
  return (
    <>
      <FieldGroup title="Offer">
        <TextInput {...textOf(form, 'name')} required data-autofocus={form.isNew || undefined} />
        <UrlField form={form} name="url" use="page" required />
        <RecordField form={form} name="affiliateNetworkId" thing="affiliate-networks" placeholder="None" />
        <CountryField form={form} name="country" />
      </FieldGroup>
      <PayoutGroup form={form} />
      <FieldGroup title="Caps" lead={form.helpOf('caps')}>
        <ListField<OfferValues, OfferCap>
          form={form}
          name="caps"
          columns={[
            { key: 'limit', label: 'Limit', input: 'number' },
            { key: 'counts', label: 'Counts', options: ['clicks', 'conversions'] },
            { key: 'per', label: 'Period', options: ['hour', 'day', 'total'] },
          ]}
          add="Add cap"
          another={{ limit: '', counts: 'conversions', per: 'day' }}
        />
        <RecordField form={form} name="overflowOfferId" thing="offers" placeholder="None" except={id} />
      </FieldGroup>
      <FieldGroup title="Landing page links">
        <TextInput {...textOf(form, 'shortName')} placeholder="keto-trial" />
      </FieldGroup>
    </>
  );
}

function PayoutGroup({ form }: { form: RecordForm<OfferValues> }): ReactNode {
  const { workspace } = useWorkspace();
  const { payout } = form.values;
  return (
    <FieldGroup title="Payout">
      <Stack gap="sm" align="flex-start">
        <SegmentedControl
          aria-label="Payout"
          data={[
            { value: 'auto', label: 'From postback' },
            { value: 'fixed', label: 'Fixed amount' },
          ]}
          value={payout.mode}
          readOnly={form.isReadOnly}
          onChange={(mode) => form.set({ payout: { ...payout, mode } })}
        />
        {payout.mode === 'fixed' ? (
          <TextInput
            label="Amount"
            description={`In ${workspace.currency}, for each conversion. Overrides the payout in the incoming postback.`}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            inputMode="decimal"
            value={payout.amount}
            readOnly={form.isReadOnly}
            error={form.errorAt('payout.amount')}
            onBlur={() => form.leave('payout')}
            onChange={({ currentTarget: { value } }) => form.set({ payout: { ...payout, amount: value } })}
          />
        ) : null}
        <GroupError>{form.errorAt('payout')}</GroupError>
      </Stack>
    </FieldGroup>
  );
}
