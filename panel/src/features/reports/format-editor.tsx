import { ActionIcon, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import {
  columnFormatsMax,
  columnStyles,
  type ColumnFormat,
} from '@waypost/contract/reports/column-formats.ts';
import type { AnyMetricId } from '@waypost/contract/reports/custom-metric-ids.ts';
import { use, useState, type ReactNode } from 'react';
import { columnLooks, cssColor } from '../../lib/reports/column-styles.ts';
import { FieldNamingContext } from '../../lib/reports/field-naming.ts';
import { metricLabel } from '../../lib/reports/metric-labels.ts';
import { isPercentMetric, readMetricNumber } from '../../lib/reports/read-metric-number.ts';
import { describeFormat } from './describe-format.ts';

type FormatProps = { formats: readonly ColumnFormat[]; onChange: (formats: readonly ColumnFormat[]) => void };

// Edits the rules that highlight values. The first matching rule of a column applies.
export function FormatEditor({
  metrics,
  formats,
  onChange,
}: FormatProps & { metrics: readonly AnyMetricId[] }): ReactNode {
  return (
    <Stack gap="xs" role="group" aria-label="Highlights">
      <Text size="xs" c="dimmed">
        The first matching rule of a column applies.
      </Text>
      <FormatList formats={formats} onChange={onChange} />
      {formats.length < columnFormatsMax ? (
        <NewFormat metrics={metrics} onAdd={(format) => onChange([...formats, format])} />
      ) : null}
    </Stack>
  );
}

function FormatList({ formats, onChange }: FormatProps): ReactNode {
  const { labels } = use(FieldNamingContext);
  return formats.map((format, at) => {
    const text = `${metricLabel(format.metric, labels)}: ${describeFormat(format).toLowerCase()}`;
    const { text: color, fill } = columnLooks[format.style];
    return (
      // The index is the key, because rules have no IDs and two of them can be equal.
      // oxlint-disable-next-line react/no-array-index-key
      <Group key={at} gap={4} wrap="nowrap">
        <Text
          size="xs"
          flex={1}
          px={4}
          style={{
            color: cssColor(color),
            borderRadius: 4,
            ...(fill === undefined ? {} : { background: cssColor(fill) }),
          }}
        >
          {text}
        </Text>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={`Remove highlight ${text}`}
          onClick={() => onChange(formats.toSpliced(at, 1))}
        >
          <IconX size={14} aria-hidden />
        </ActionIcon>
      </Group>
    );
  });
}

const opChoices = [
  { value: 'gt', label: 'Above' },
  { value: 'lt', label: 'Below' },
];
const styleChoices = columnStyles.map((value) => ({ value, label: columnLooks[value].label }));
// The list of a select in a popover belongs to the popover.
const select = { size: 'xs', allowDeselect: false, comboboxProps: { withinPortal: false } } as const;

function NewFormat({
  metrics,
  onAdd,
}: {
  metrics: readonly AnyMetricId[];
  onAdd: (format: ColumnFormat) => void;
}): ReactNode {
  const { labels } = use(FieldNamingContext);
  const [chosen, setChosen] = useState<string>();
  const [op, setOp] = useState<ColumnFormat['op']>('lt');
  const [text, setText] = useState('0');
  const [style, setStyle] = useState<ColumnFormat['style']>('red-text');
  const metric = metrics.find((id) => id === chosen) ?? metrics.find((id) => id === 'profit') ?? metrics[0];
  if (metric === undefined) return null;
  const value = readMetricNumber(metric, text);
  return (
    <Stack gap={4}>
      <Select
        aria-label="Highlighted column"
        {...select}
        data={metrics.map((id) => ({ value: id as string, label: metricLabel(id, labels) }))}
        value={metric}
        onChange={(id) => setChosen(id ?? metric)}
      />
      <Group gap={4} grow>
        <Select
          aria-label="Condition"
          {...select}
          data={opChoices}
          value={op}
          onChange={(one) => setOp(one === 'gt' ? 'gt' : 'lt')}
        />
        <TextInput
          aria-label="Value"
          size="xs"
          placeholder={isPercentMetric(metric) ? '20%' : '0'}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      </Group>
      <Select
        aria-label="Style"
        {...select}
        data={styleChoices}
        value={style}
        onChange={(one) => setStyle(columnStyles.find((known) => known === one) ?? style)}
      />
      <Button
        variant="default"
        size="compact-sm"
        disabled={!Number.isFinite(value)}
        onClick={() => onAdd({ metric, op, value, style })}
      >
        Add highlight
      </Button>
    </Stack>
  );
}
