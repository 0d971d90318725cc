import { Button, Group, Popover, SegmentedControl, Select, Stack } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import type { ColumnFormat } from '@waypost/contract/reports/column-formats.ts';
import type { AnyMetricId } from '@waypost/contract/reports/custom-metric-ids.ts';
import { useState, type ReactNode } from 'react';
import { usePreferences } from '../../lib/api/preferences.ts';
import { AddColumn, ColumnList } from './column-list.tsx';
import { columnPresets, presetIds, presetOf } from './column-presets.ts';
import { CustomMetricsSection, type MetricAction } from './custom-metrics/custom-metrics-section.tsx';
import { MetricDialogs } from './custom-metrics/metric-dialogs.tsx';
import { FormatEditor } from './format-editor.tsx';
import { isKnownMetric } from '../../lib/format/describe-metric.ts';

type EditorProps = { metrics: readonly AnyMetricId[]; onChange: (metrics: readonly AnyMetricId[]) => void };
type FormatProps = {
  formats: readonly ColumnFormat[];
  onFormat: (formats: readonly ColumnFormat[]) => void;
};

// Name under which the person's own columns are saved.
const customList = 'report-custom';

const choices = [
  ...presetIds.map((id) => ({ value: id as string, label: columnPresets[id].label })),
  { value: 'custom', label: 'Custom' },
];

export function ColumnEditor({ metrics, onChange, formats, onFormat }: EditorProps & FormatProps): ReactNode {
  const { preferences, change } = usePreferences();
  const [isOpen, setOpen] = useState(false);
  const [action, setAction] = useState<MetricAction>();
  const preset = presetOf(metrics);
  const set = (chosen: readonly AnyMetricId[]) => {
    onChange(chosen);
    if (presetOf(chosen) === 'custom')
      void change((before) => ({ ...before, columns: { ...before.columns, [customList]: [...chosen] } }));
  };
  const choose = (id: string) => {
    const known = presetIds.find((one) => one === id);
    if (known !== undefined) return onChange(columnPresets[known].metrics);
    const own = (preferences?.columns[customList] ?? []).filter(isKnownMetric);
    if (own.length > 0) onChange(own);
    // Without own columns, the current ones are the start of them.
    setOpen(true);
  };
  return (
    <Group gap={4} wrap="nowrap">
      <SegmentedControl
        aria-label="Columns"
        visibleFrom="md"
        data={choices}
        value={preset}
        onChange={choose}
      />
      <Popover opened={isOpen} onChange={setOpen} position="bottom-start" shadow="md" trapFocus>
        <Popover.Target>
          <Button
            variant="default"
            leftSection={<IconColumns3 size={14} aria-hidden />}
            aria-label="Edit columns"
            onClick={() => setOpen((wasOpen) => !wasOpen)}
          >
            Columns
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label="Edit columns">
          <EditorParts
            {...{ metrics, formats, onFormat, preset, choose }}
            onChange={set}
            onAction={(chosen) => {
              setOpen(false);
              setAction(chosen);
            }}
          />
        </Popover.Dropdown>
      </Popover>
      <MetricDialogs
        action={action}
        close={() => setAction(undefined)}
        onCreated={({ metric }) => set([...metrics, metric])}
      />
    </Group>
  );
}

function EditorParts({
  metrics,
  onChange,
  formats,
  onFormat,
  preset,
  choose,
  onAction,
}: EditorProps &
  FormatProps & {
    preset: string;
    choose: (preset: string) => void;
    onAction: (action: MetricAction) => void;
  }): ReactNode {
  const [part, setPart] = useState('Columns');
  return (
    <Stack gap="sm" w={280}>
      <SegmentedControl
        aria-label="Column settings"
        size="xs"
        fullWidth
        data={['Columns', 'Highlights']}
        value={part}
        onChange={setPart}
      />
      {part === 'Highlights' ? (
        <FormatEditor metrics={metrics} formats={formats} onChange={onFormat} />
      ) : (
        <>
          <Select
            label="Preset"
            hiddenFrom="md"
            data={choices}
            value={preset}
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
            onChange={(id) => choose(id ?? '')}
          />
          <ColumnList metrics={metrics} onChange={onChange} />
          <AddColumn metrics={metrics} onChange={onChange} />
          <CustomMetricsSection onAction={onAction} />
        </>
      )}
    </Stack>
  );
}
