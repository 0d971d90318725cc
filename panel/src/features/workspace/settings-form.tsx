import { Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
import type { WorkspaceSettings } from '../../lib/api.ts';
import { useWorkspace } from '../../lib/current-workspace.ts';
import { useDraftKey } from '../../lib/record-form/use-draft-key.ts';
import { useRecordForm, type RecordForm } from '../../lib/record-form/use-record-form.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Section } from '../../ui/section.tsx';
import { choiceOf, textOf } from '../../ui/record/bind.tsx';
import { CurrencyField } from '../../ui/record/currency-field.tsx';
import { ListField } from '../../ui/record/list-field.tsx';
import { RecordFormFrame } from '../../ui/record/record-form.tsx';
import { showDone } from '../../ui/record/undo.tsx';
import { UrlField } from '../../ui/record/url-field.tsx';
import { useShowSettings } from './settings-queries.ts';
import { settingsFormSchema, spellings, type Rate, type SettingsValues } from './settings-form-schema.ts';

type Fields = { form: RecordForm<SettingsValues> };

export function SettingsForm({
  settings,
  isReadOnly,
}: {
  settings: WorkspaceSettings;
  isReadOnly: boolean;
}): ReactNode {
  const { api } = useWorkspace();
  const show = useShowSettings();
  const [isAsking, setAsking] = useState(false);
  const relabel = useRef(false);
  const form = useRecordForm({
    sheet: settingsFormSchema,
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
      showDone('The settings are saved.', undefined);
    },
  });
  const currency = { before: settings.currency, after: form.values.currency };
  const askFirst = !isReadOnly && currency.after !== '' && currency.after !== currency.before;
  return (
    <RecordFormFrame form={askFirst ? { ...form, save: () => setAsking(true) } : form}>
      {isAsking ? (
        <ConfirmCurrency
          {...currency}
          close={() => setAsking(false)}
          confirm={() => {
            relabel.current = true;
            setAsking(false);
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
          No amount is converted. Recorded costs and revenue, payouts, campaign costs and cost limits keep
          their numbers: 100 {before} becomes 100 {after}, in past reports too.
        </Text>
        <Text>
          Do this only if the amounts have been in {after} all along. To track in {after} from now on, create
          another workspace, so that past amounts stay in {before}. Check your currency rates afterwards: they
          are per unit of {after}.
        </Text>
      </Stack>
    </Confirm>
  );
}

// Not every browser lists it among the others.
const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];

function WorkspaceSection({ form }: Fields): ReactNode {
  return (
    <Section title="Workspace">
      <TextInput {...textOf(form, 'name')} required />
      <Select
        {...choiceOf(form, 'timezone')}
        description="Days begin by its clocks: in reports, caps and costs. What was counted stays; days are cut anew."
        data={zones}
        searchable
        allowDeselect={false}
        nothingFoundMessage="No such zone"
      />
      <CurrencyField form={form} name="currency" placeholder="Of all amounts" />
      <Text size="xs" c="dimmed" mt={-8}>
        Changing it converts no amount. Choose it before there is traffic.
      </Text>
      <UrlField form={form} name="fallbackUrl" use="page" />
      <Text size="xs" c="dimmed" mt={-8}>
        Where visitors go for whom there is nothing else, unless their campaign has its own. Empty: a plain
        page.
      </Text>
    </Section>
  );
}

const privacyChoices = [
  { value: 'full', label: 'Stored whole' },
  { value: 'truncated', label: 'Stored as a network: the last part is cut off' },
  { value: 'none', label: 'Not stored' },
];
const visitorChoices = [
  { value: 'cookie', label: 'Known by a signed cookie' },
  { value: 'cookieless', label: 'Known within a day, without a cookie' },
];

function VisitorsSection({ form }: Fields): ReactNode {
  return (
    <Section title="Visitors" lead="It holds for visits from now on.">
      <Select
        {...choiceOf(form, 'addressPrivacy')}
        description="Place and network are recognized before."
        data={privacyChoices}
        allowDeselect={false}
      />
      <Select {...choiceOf(form, 'visitors')} data={visitorChoices} allowDeselect={false} />
      <TextInput {...textOf(form, 'maxCostPerVisit')} inputMode="decimal" maw={240} required />
    </Section>
  );
}

const kept = [
  ['visitDays', 'Visits and landing clicks'],
  ['eventDays', 'Conversions and events'],
  ['postbackDays', 'Postbacks'],
] as const;

function RetentionSection({ form }: Fields): ReactNode {
  const { retention } = form.values;
  return (
    <Section
      title="How long rows are kept"
      lead="In days, 1 to 3,650. Fewer than before deletes what is older for good, within a day; more holds for new rows."
    >
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        {kept.map(([name, label]) => (
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
  { key: 'rate', label: 'Worth' },
] as const;

function RatesSection({ form }: Fields): ReactNode {
  const { rates, currency } = form.values;
  const sent = spellings(rates);
  // The contract speaks of a line by its currency: what is wrong with that stands there, all else at the number.
  const isCode = (at: number) => /^[A-Z]{3}$/.test(sent[at] ?? '');
  return (
    <Section
      title="Currency rates"
      lead={`What one unit of another currency is worth in ${currency}. Costs and payouts in a currency that is not here are not counted.`}
    >
      <ListField<SettingsValues, Rate>
        form={form}
        name="rates"
        columns={rateColumns}
        pathOf={(at, key) => ((key === 'rate') === isCode(at) ? `rates.${sent[at]}` : '')}
        add="Add a currency"
        another={rates.length < 200 ? { currency: '', rate: '' } : undefined}
      />
    </Section>
  );
}
