import { Button, Group, Modal, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import {
  customMetricFormats,
  customMetricLimits,
  type CustomMetricFormat,
} from '@waypost/contract/reports/custom-metric-ids.ts';
import { isMetricId } from '@waypost/contract/reports/report-metrics.ts';
import { use, useState, type FormEvent, type ReactNode } from 'react';
import type { CustomMetric } from '../../../lib/api/api.ts';
import { describeError } from '../../../lib/api/describe-error.ts';
import { useWorkspace } from '../../../lib/api/current-workspace.ts';
import { builtInChoices } from '../../../lib/reports/field-choices.ts';
import { FieldNamingContext } from '../../../lib/reports/field-naming.ts';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { useLayer } from '../../../ui/use-layer.ts';
import { useReturnFocus } from '../../../ui/use-return-focus.ts';

const formatLabels: Record<CustomMetricFormat, string> = {
  number: 'Number',
  amount: 'Amount',
  percentage: 'Percentage',
};

type Content = Pick<CustomMetric, 'name' | 'formula' | 'format' | 'decimals'>;

const empty: Content = { name: '', formula: '', format: 'amount', decimals: 2 };

export function MetricForm({
  metric,
  close,
  onSaved,
}: {
  // The metric to edit. Undefined for a new one.
  metric: CustomMetric | undefined;
  close: () => void;
  onSaved: (saved: CustomMetric) => void;
}): ReactNode {
  useReturnFocus();
  const [content, setContent] = useState<Content>(metric ?? empty);
  const { name, formula, format, decimals } = content;
  const set = (changed: Partial<Content>) => setContent((before) => ({ ...before, ...changed }));
  const save = useSaveMetric(metric, onSaved);
  const issues = save.error === null ? {} : describeError(save.error).fields;
  const isInField = Object.keys(issues).some((field) => field in empty);
  const most = customMetricLimits.decimals[format];
  const send = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ name: name.trim(), formula, format, decimals: Math.min(decimals, most) });
  };
  return (
    <Modal
      opened
      onClose={useLayer(true, close)}
      title={metric === undefined ? 'New metric' : 'Edit metric'}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={send}>
        <Stack gap="sm">
          <TextInput
            label="Name"
            value={name}
            maxLength={customMetricLimits.nameLength}
            error={issues['name']}
            data-autofocus
            onChange={({ currentTarget }) => set({ name: currentTarget.value })}
          />
          <Textarea
            label="Formula"
            description="Metrics and numbers with + - * / and parentheses, such as (revenue - cost) / conversions."
            value={formula}
            maxLength={customMetricLimits.formulaLength}
            error={issues['formula']}
            autosize
            minRows={2}
            maxRows={6}
            spellCheck={false}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            onChange={({ currentTarget }) => set({ formula: currentTarget.value })}
          />
          <InsertMetric onInsert={(id) => set({ formula: `${formula.trimEnd()} ${id}`.trimStart() })} />
          <FormatFields format={format} decimals={decimals} set={set} />
          {save.error === null || isInField ? null : <ErrorNote error={save.error} close={save.reset} />}
          <Button
            type="submit"
            loading={save.isPending}
            disabled={name.trim() === '' || formula.trim() === ''}
          >
            Save
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}

function FormatFields({
  format,
  decimals,
  set,
}: Pick<Content, 'format' | 'decimals'> & { set: (changed: Partial<Content>) => void }): ReactNode {
  const most = customMetricLimits.decimals[format];
  return (
    <Group gap="sm" grow>
      <Select
        label="Format"
        data={customMetricFormats.map((value) => ({ value, label: formatLabels[value] }))}
        value={format}
        allowDeselect={false}
        onChange={(value) => set({ format: customMetricFormats.find((one) => one === value) ?? format })}
      />
      <Select
        label="Decimals"
        data={Array.from({ length: most + 1 }, (_, count) => String(count))}
        value={String(Math.min(decimals, most))}
        allowDeselect={false}
        onChange={(value) => set({ decimals: Number(value) })}
      />
    </Group>
  );
}

function useSaveMetric(metric: CustomMetric | undefined, onSaved: (saved: CustomMetric) => void) {
  const { api } = useWorkspace();
  return useMutation({
    mutationFn: (content: Content) =>
      metric === undefined
        ? api.createCustomMetric(content)
        : api.updateCustomMetric(metric.id, { ...content, version: metric.version }),
    onSuccess: onSaved,
  });
}

function InsertMetric({ onInsert }: { onInsert: (id: string) => void }): ReactNode {
  const naming = use(FieldNamingContext);
  return (
    <Select
      label="Insert metric"
      placeholder="Search metrics"
      data={builtInChoices(naming)}
      value={null}
      searchable
      nothingFoundMessage="No matches"
      maxDropdownHeight={220}
      onChange={(id) => {
        if (id !== null && isMetricId(id)) onInsert(id);
      }}
    />
  );
}
