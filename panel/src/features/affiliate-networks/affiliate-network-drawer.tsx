import { Select, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AffiliateNetworkChange, ListedAffiliateNetwork, NewAffiliateNetwork } from '../../lib/api.ts';
import type { RecordForm } from '../../lib/record-form/use-record-form.ts';
import { choiceOf, textOf } from '../../ui/record/bind.tsx';
import { CurrencyField } from '../../ui/record/currency-field.tsx';
import { ListField } from '../../ui/record/list-field.tsx';
import { RecordDrawer, type RecordEditor } from '../../ui/record/record-drawer.tsx';
import { FieldGroup } from '../../ui/record/record-form.tsx';
import { affiliateNetworkKind } from './kind.ts';
import { PostbackUrlGroup } from './postback-url-group.tsx';
import {
  affiliateNetworkFormSchema,
  linesOf,
  spellings,
  type AffiliateNetworkValues,
  type StatusWord,
} from './form-schema.ts';
import { TokenGroup } from './token-group.tsx';

const editor: RecordEditor<AffiliateNetworkValues, ListedAffiliateNetwork> = {
  kind: affiliateNetworkKind,
  sheet: affiliateNetworkFormSchema,
  get: (api, id, options) => api.getAffiliateNetwork(id, options),
  versions: {
    list: (api, id, asked) => api.listAffiliateNetworkVersions(id, asked),
    get: (api, id, version, asked) => api.getAffiliateNetworkVersion(id, version, asked),
    putBack: (api, id, version, body) => api.putBackAffiliateNetworkVersion(id, version, body),
  },
  create: (api, body) => api.createAffiliateNetwork(body as NewAffiliateNetwork),
  update: (api, id, body) => api.updateAffiliateNetwork(id, body as AffiliateNetworkChange),
  fields: (form, network) => <Fields form={form} network={network} />,
};

export function AffiliateNetworkDrawer(): ReactNode {
  return <RecordDrawer editor={editor} />;
}

type NetworkForm = { form: RecordForm<AffiliateNetworkValues> };

function Fields({ form, network }: NetworkForm & { network: ListedAffiliateNetwork | undefined }): ReactNode {
  return (
    <>
      <FieldGroup title="Network">
        <TextInput {...textOf(form, 'name')} required data-autofocus={form.isNew || undefined} />
        <TextInput {...textOf(form, 'clickIdParam')} placeholder="subid" />
      </FieldGroup>
      {network === undefined ? null : <PostbackUrlGroup />}
      <FieldGroup title="How its reports are read">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <CurrencyField form={form} name="currency" placeholder="That of the workspace" />
          <TextInput {...textOf(form, 'defaultPayout')} inputMode="decimal" />
          <Select
            {...choiceOf(form, 'decimalMark')}
            placeholder="Unknown"
            clearable
            data={[
              { value: 'point', label: 'Point: 1234.50' },
              { value: 'comma', label: 'Comma: 1234,50' },
            ]}
          />
          <Select
            {...choiceOf(form, 'duplicatePolicy')}
            allowDeselect={false}
            data={[
              { value: 'ignore', label: 'Ignore it' },
              { value: 'update', label: 'Put it in place of the one before' },
              { value: 'accumulate', label: 'Add its amount to the one before' },
              { value: 'append', label: 'Count it as a new conversion' },
            ]}
          />
        </SimpleGrid>
      </FieldGroup>
      <StatusGroup form={form} />
      <AddressGroup form={form} />
      {network === undefined ? null : <TokenGroup network={network} isReadOnly={form.isReadOnly} />}
    </>
  );
}

function StatusGroup({ form }: NetworkForm): ReactNode {
  const words = spellings(form.values.statusMap);
  return (
    <FieldGroup title="Words for a status" lead={form.helpOf('statusMap')}>
      <ListField<AffiliateNetworkValues, StatusWord>
        form={form}
        name="statusMap"
        columns={[
          { key: 'word', label: 'Its word' },
          { key: 'status', label: 'Means', options: ['hold', 'approved', 'rejected', 'refunded'] },
        ]}
        pathOf={(at, key) => (key === 'word' ? `statusMap.${words[at]}` : '')}
        add="Add a word"
        another={{ word: '', status: 'approved' }}
      />
    </FieldGroup>
  );
}

function AddressGroup({ form }: NetworkForm): ReactNode {
  const { error, ...props } = textOf(form, 'postbackIps');
  const wrong = linesOf(form.values.postbackIps).flatMap((line, at) => {
    const message = form.errorAt(`postbackIps.${at}`);
    return message === undefined ? [] : [`${line.trim()}: ${message}`];
  });
  return (
    <FieldGroup title="Where its reports come from">
      <Textarea
        {...props}
        error={wrong[0] ?? error}
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
