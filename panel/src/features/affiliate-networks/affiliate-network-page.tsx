import { Select, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type {
  AffiliateNetworkChange,
  ListedAffiliateNetwork,
  NewAffiliateNetwork as NetworkInput,
} from '../../lib/api/api.ts';
import type { RecordForm } from '../../lib/forms/use-record-form.ts';
import { choiceOf, textOf } from '../../ui/record/bind.tsx';
import { CurrencyField } from '../../ui/record/currency-field.tsx';
import { ListField } from '../../ui/record/list-field.tsx';
import type { NewRecordProps } from '../../lib/screens/screen.ts';
import { NewRecordInPlace } from '../../ui/record/new-record-in-place.tsx';
import type { RecordEditor } from '../../ui/record/record-editor.ts';
import { FieldGroup } from '../../ui/record/record-form.tsx';
import { NewRecordPage, RecordPage } from '../../ui/record/record-page.tsx';
import { AffiliateNetworkOverview } from './affiliate-network-overview.tsx';
import { duplicatePolicies } from './duplicate-policies.ts';
import { affiliateNetworkKind } from './kind.ts';
import {
  affiliateNetworkFormSchema,
  nonEmptyLines,
  statusKeys,
  type AffiliateNetworkValues,
  type StatusWord,
} from './form-schema.ts';
import { TokenGroup } from './token-group.tsx';

const editor: RecordEditor<AffiliateNetworkValues, ListedAffiliateNetwork> = {
  kind: affiliateNetworkKind,
  formSchema: affiliateNetworkFormSchema,
  get: (api, id, options) => api.getAffiliateNetwork(id, options),
  versions: {
    list: (api, id, options) => api.listAffiliateNetworkVersions(id, options),
    get: (api, id, version, options) => api.getAffiliateNetworkVersion(id, version, options),
    putBack: (api, id, version, body) => api.putBackAffiliateNetworkVersion(id, version, body),
  },
  create: (api, body) => api.createAffiliateNetwork(body as NetworkInput),
  update: (api, id, body) => api.updateAffiliateNetwork(id, body as AffiliateNetworkChange),
  fields: (form, network) => <Fields form={form} network={network} />,
};

export function AffiliateNetworkPage(): ReactNode {
  return <RecordPage editor={editor} Overview={AffiliateNetworkOverview} />;
}

export function NewAffiliateNetworkPage(): ReactNode {
  return <NewRecordPage editor={editor} />;
}

export function NewAffiliateNetwork(props: NewRecordProps): ReactNode {
  return <NewRecordInPlace editor={editor} {...props} />;
}

type NetworkForm = { form: RecordForm<AffiliateNetworkValues> };

function Fields({ form, network }: NetworkForm & { network: ListedAffiliateNetwork | undefined }): ReactNode {
  return (
    <>
      <FieldGroup title="Network">
        <TextInput {...textOf(form, 'name')} required data-autofocus={form.isNew || undefined} />
        <TextInput {...textOf(form, 'clickIdParam')} placeholder="subid" />
      </FieldGroup>
      <FieldGroup title="Incoming postbacks">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <CurrencyField form={form} name="currency" placeholder="Workspace currency" />
          <TextInput {...textOf(form, 'defaultPayout')} inputMode="decimal" />
          <Select
            {...choiceOf(form, 'decimalMark')}
            placeholder="Auto-detect"
            clearable
            data={[
              { value: 'point', label: 'Point: 1234.50' },
              { value: 'comma', label: 'Comma: 1234,50' },
            ]}
          />
          <Select {...choiceOf(form, 'duplicatePolicy')} allowDeselect={false} data={duplicatePolicies} />
        </SimpleGrid>
      </FieldGroup>
      <StatusGroup form={form} />
      <AddressGroup form={form} />
      {network === undefined ? null : <TokenGroup network={network} isReadOnly={form.isReadOnly} />}
    </>
  );
}

function StatusGroup({ form }: NetworkForm): ReactNode {
  const words = statusKeys(form.values.statusMap);
  return (
    <FieldGroup title="Status mapping" lead={form.helpOf('statusMap')}>
      <ListField<AffiliateNetworkValues, StatusWord>
        form={form}
        name="statusMap"
        columns={[
          { key: 'word', label: 'Network status' },
          { key: 'status', label: 'Waypost status', options: ['hold', 'approved', 'rejected', 'refunded'] },
        ]}
        pathOf={(at, key) => (key === 'word' ? `statusMap.${words[at]}` : '')}
        add="Add status"
        another={{ word: '', status: 'approved' }}
      />
    </FieldGroup>
  );
}

function AddressGroup({ form }: NetworkForm): ReactNode {
  const { error, ...props } = textOf(form, 'postbackIps');
  const errors = nonEmptyLines(form.values.postbackIps).flatMap((line, at) => {
    const message = form.errorAt(`postbackIps.${at}`);
    return message === undefined ? [] : [`${line.trim()}: ${message}`];
  });
  return (
    <FieldGroup title="Allowed senders">
      <Textarea
        {...props}
        error={errors[0] ?? error}
        autosize
        minRows={2}
        maxRows={10}
        placeholder={'192.0.2.1\n198.51.100.0/24'}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      />
    </FieldGroup>
  );
}
