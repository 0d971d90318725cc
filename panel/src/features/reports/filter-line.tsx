import { Button, Group, Pill, Popover, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { isDimensionId, reportDimensions, type DimensionId } from '@waypost/contract/report-dimensions.ts';
import { isMetricId, type MetricId } from '@waypost/contract/report-metrics.ts';
import { useState, type FormEvent, type ReactNode } from 'react';
import { dimensionGroups, dimensionLabel, sayDimensionValue } from '../../lib/dimension-labels.ts';
import { listedMetrics, metricLabel } from '../../lib/metric-labels.ts';
import { filtersMax, type ReportFilter, type ReportValue } from '../../lib/report-search.ts';

type Labels = Readonly<Record<string, Readonly<Record<string, string>>>>;
type AddProps = {
  /** Values of the rows that are shown, to pick from. */
  seen: Readonly<Record<string, readonly ReportValue[]>>;
  labels: Labels;
  onAdd: (filter: ReportFilter) => void;
};

const words = { is: 'is', isNot: 'is not', gt: 'is above', lt: 'is below' } as const;

/** The way into what is shown: each filter can be left again, the last one first of all. */
export function FilterLine({
  filters,
  labels,
  seen,
  onAdd,
  onRemove,
}: AddProps & { filters: readonly ReportFilter[]; onRemove: (at: number) => void }): ReactNode {
  return (
    <Group gap="xs" mb="sm" role="group" aria-label="Filters">
      {filters.map((filter, at) => (
        <Pill
          // Filters have no names, and stand where they are until they are taken out.
          // oxlint-disable-next-line react/no-array-index-key
          key={at}
          size="md"
          withRemoveButton
          removeButtonProps={{
            'aria-label': `Leave out ${sayFilter(filter, labels)}`,
            'aria-hidden': false,
            tabIndex: 0,
          }}
          onRemove={() => onRemove(at)}
        >
          {sayFilter(filter, labels)}
        </Pill>
      ))}
      {filters.length < filtersMax ? (
        <AddFilter seen={seen} labels={labels} onAdd={onAdd} />
      ) : (
        <Text size="xs" c="dimmed">
          A report has at most {filtersMax} filters.
        </Text>
      )}
    </Group>
  );
}

function sayFilter({ field, op, values }: ReportFilter, labels: Labels): string {
  const name = isDimensionId(field) ? dimensionLabel(field) : metricLabel(field);
  const said = values.map((value) =>
    isDimensionId(field) ? sayDimensionValue(field, value, labels[field]) : String(value),
  );
  const shown =
    said.length > 3 ? `${said.slice(0, 3).join(', ')} and ${said.length - 3} more` : said.join(', ');
  return `${name} ${words[op]} ${shown}`;
}

const fieldChoices = [
  ...dimensionGroups.map(({ group, items }) => ({
    group,
    items: items.map((id) => ({ value: id as string, label: dimensionLabel(id) })),
  })),
  { group: 'Numbers', items: listedMetrics.map((id) => ({ value: id as string, label: metricLabel(id) })) },
];

function AddFilter({ seen, labels, onAdd }: AddProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" shadow="md" trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconFilter size={14} aria-hidden />}
          onClick={() => setOpen((before) => !before)}
        >
          Filter
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="New filter">
        {isOpen ? (
          <FilterForm
            seen={seen}
            labels={labels}
            onAdd={(filter) => {
              setOpen(false);
              onAdd(filter);
            }}
          />
        ) : null}
      </Popover.Dropdown>
    </Popover>
  );
}

function FilterForm({ seen, labels, onAdd }: AddProps): ReactNode {
  const [field, setField] = useState<DimensionId | MetricId>('country');
  const [op, setOp] = useState<ReportFilter['op']>('is');
  const [text, setText] = useState('');
  const isMetric = isMetricId(field);
  const ops = isMetric ? (['gt', 'lt'] as const) : (['is', 'isNot'] as const);
  const chosen = ops.find((one) => one === op) ?? ops[0];
  const add = (value: ReportValue) => onAdd({ field, op: chosen, values: [value] });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') add(isMetric ? Number(text) : text.trim());
  };
  const isNumber = !isMetric || (text.trim() !== '' && Number.isFinite(Number(text)));
  const values = isMetric ? [] : (seen[field] ?? []).slice(0, 12);
  return (
    <form onSubmit={send}>
      <Stack gap="sm" w={280}>
        <Select
          label="What"
          data={fieldChoices}
          value={field}
          searchable
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          onChange={(value) => {
            if (value !== null && (isDimensionId(value) || isMetricId(value))) setField(value);
          }}
        />
        <Select
          label="How"
          data={ops.map((one) => ({ value: one, label: words[one] }))}
          value={chosen}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          onChange={(value) => setOp(ops.find((one) => one === value) ?? ops[0])}
        />
        <TextInput
          label="Value"
          description={
            isDimensionId(field) ? `Such as ${reportDimensions[field].example}` : 'A number; 20 % is 0.2'
          }
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          error={text !== '' && !isNumber ? 'Must be a number.' : undefined}
        />
        {values.length === 0 || !isDimensionId(field) ? null : (
          <Group gap={4} role="group" aria-label="Values in this report">
            {values.map((value) => (
              <Button key={String(value)} size="compact-xs" variant="default" onClick={() => add(value)}>
                {sayDimensionValue(field, value, labels[field])}
              </Button>
            ))}
          </Group>
        )}
        <Button type="submit" disabled={text.trim() === '' || !isNumber}>
          Add the filter
        </Button>
      </Stack>
    </form>
  );
}
