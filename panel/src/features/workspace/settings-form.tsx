import { Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
import type { WorkspaceSettings } from '../../lib/api/api.ts';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import { useDraftKey } from '../../lib/forms/use-draft-key.ts';
import { useRecordForm, type RecordForm } from '../../lib/forms/use-record-form.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Section } from '../../ui/section.tsx';
import { choiceOf, textOf } from '../../ui/record/bind.tsx';
import { CurrencyField } from '../../ui/record/currency-field.tsx';
import { ListField } from '../../ui/record/list-field.tsx';
import { RecordFormFrame } from '../../ui/record/record-form.tsx';
import { showDone } from '../../ui/record/undo.tsx';
import { UrlField } from '../../ui/record/url-field.tsx';
import { useShowSettings } from './settings-queries.ts';
import {
  settingsFormSchema,
  rateKeys,
  type Rate,
  type WorkspaceSettingsValues,
} from './settings-form-schema.ts';

type Fields = { form: RecordForm<WorkspaceSettingsValues> };

export function SettingsForm({
  settings,
  isReadOnly,
}: {
  settings: WorkspaceSettings;
  isReadOnly: boolean;
}): ReactNode {
  const { api } = useWorkspace();
  const show = useShowSettings();
  const [isConfirming, setConfirming] = useState(false);
  const relabel = useRef(false);
  const form = useRecordForm({
    formSchema: settingsFormSchema,
    draftKey: useDraftKey('settings'),
    record: settings,
    isReadOnly,
    save: (body, query) =>
      api.updateWorkspaceSettings(
        { ...(body as { version: number }), ...(relabel.current ? { relabelAmounts: true } : {}) },
        { query },
      ),
    onStale: show,
    onSaved: (saved) => {
      relabel.current = false;
      show(saved);
      showDone('Settings saved.', undefined);
    },
  });
  const currency = { before: settings.currency, after: form.values.currency };
  const needsConfirmation = !isReadOnly && currency.after !== '' && currency.after !== currency.before;
  return (
    <RecordFormFrame form={needsConfirmation ? { ...form, save: () => setConfirming(true) } : form}>
      {isConfirming ? (
        <ConfirmCurrency
          {...currency}
          close={() => setConfirming(false)}
          confirm={() => {
            relabel.current = true;
            setConfirming(false);
            form.save();
          }}
        />
      ) : null}
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md" maw={1400}>
        <WorkspaceSection form={form} />
        <VisitorsSection form={form} />
        <RetentionSection form={form} />
        <RatesSection form={form} />
      </SimpleGrid>
    </RecordFormFrame>
  );
}

function ConfirmCurrency({
  before,
  after,
  confirm,
  close,
}: {
  before: string;
  after: string;
  confirm: () => void;
  close: () => void;
}): ReactNode {
  return (
    <Confirm
      title={`Change the currency from ${before} to ${after}?`}
      action={`Relabel amounts as ${after}`}
      keep={`Keep ${before}`}
      doing={{ mutate: confirm, isPending: false, error: null }}
      close={close}
    >
      <Stack gap="xs">
        <Text>
          Amounts are not converted. Recorded costs and revenue, payouts, campaign costs and cost limits keep
          their numeric values: 100 {before} becomes 100 {after}, even in past reports.
        </Text>
        <Text>
          Do this only if the amounts have been in {after} all along. After the change, check your currency
          rates, because they will be read as {after}. To track in {after} only from now on, create a separate
          workspace instead; past amounts then remain in {before}.
        </Text>
      </Stack>
    </Confirm>
  );
}

// UTC is added, because some browsers do not list it.
const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];

function WorkspaceSection({ form }: Fields): ReactNode {
  return (
    <Section title="Workspace">
      <TextInput {...textOf(form, 'name')} required />
      <Select
        {...choiceOf(form, 'timezone')}
        description="Reports, caps and costs use this time zone. Changing it regroups existing data by day; totals stay the same."
        data={zones}
        searchable
        allowDeselect={false}
        nothingFoundMessage="No time zone found"
      />
      <CurrencyField form={form} name="currency" placeholder="Choose a currency" />
      <Text size="xs" c="dimmed" mt={-8}>
        Changing the currency does not convert existing amounts. Set it before you send traffic.
      </Text>
      <UrlField form={form} name="fallbackUrl" use="page" />
      <Text size="xs" c="dimmed" mt={-8}>
        Used when a visit has no destination and its campaign has no fallback URL. If empty, visitors see a
        plain page.
      </Text>
      <UrlField form={form} name="blockUrl" use="page" />
      <Text size="xs" c="dimmed" mt={-8}>
        Shown to visitors of paths whose destination is Block. If empty, they get an answer with status 404.
      </Text>
    </Section>
  );
}

const privacyChoices = [
  { value: 'full', label: 'Full' },
  { value: 'truncated', label: 'Truncated (last part removed)' },
  { value: 'none', label: 'Not stored' },
];
const visitorChoices = [
  { value: 'cookie', label: 'Recognize with a cookie' },
  { value: 'cookieless', label: 'Recognize without a cookie, within the same day (UTC)' },
];

function VisitorsSection({ form }: Fields): ReactNode {
  return (
    <Section title="Visitors" lead="Applies to new visits.">
      <Select
        {...choiceOf(form, 'addressPrivacy')}
        description="Location and network are detected before the address is truncated or discarded."
        data={privacyChoices}
        allowDeselect={false}
      />
      <Select {...choiceOf(form, 'visitors')} data={visitorChoices} allowDeselect={false} />
      <TextInput {...textOf(form, 'maxCostPerVisit')} inputMode="decimal" maw={420} required />
    </Section>
  );
}

const retentionFields = [
  ['visitDays', 'Visits and clicks'],
  ['eventDays', 'Conversions'],
  ['postbackDays', 'Postbacks'],
] as const;

function RetentionSection({ form }: Fields): ReactNode {
  const { retention } = form.values;
  return (
    <Section
      title="Data retention"
      lead="In days, from 1 to 3,650. Lowering a value permanently deletes older data within a day. Raising a value only affects new data."
    >
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        {retentionFields.map(([name, label]) => (
          <TextInput
            key={name}
            label={label}
            inputMode="numeric"
            value={retention[name]}
            readOnly={form.isReadOnly}
            error={form.errorAt(`retention.${name}`)}
            onBlur={() => form.leave('retention')}
            onChange={({ currentTarget }) =>
              form.set({ retention: { ...retention, [name]: currentTarget.value } })
            }
            required
          />
        ))}
      </SimpleGrid>
    </Section>
  );
}

const rateColumns = [
  { key: 'currency', label: 'Currency', widthPx: 120 },
  { key: 'rate', label: 'Rate' },
] as const;

function RatesSection({ form }: Fields): ReactNode {
  const { rates, currency } = form.values;
  const keys = rateKeys(rates);
  // The contract reports errors by currency code. If the code of a row is invalid, the error is shown at the currency
  // field, otherwise at the rate field.
  const isCode = (at: number) => /^[A-Z]{3}$/.test(keys[at] ?? '');
  return (
    <Section
      title="Currency rates"
      lead={`Value of one unit of another currency in ${currency}. Costs and payouts in a currency without a rate are not counted.`}
    >
      <ListField<WorkspaceSettingsValues, Rate>
        form={form}
        name="rates"
        columns={rateColumns}
        pathOf={(at, key) => ((key === 'rate') === isCode(at) ? `rates.${keys[at]}` : '')}
        add="Add currency"
        another={rates.length < 200 ? { currency: '', rate: '' } : undefined}
      />
    </Section>
  );
}
