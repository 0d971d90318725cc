import { ActionIcon, Button, Group, Popover, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconColumns3, IconGripVertical, IconX } from '@tabler/icons-react';
import { isMetricId, type MetricId } from '@waypost/contract/reports/report-metrics.ts';
import { use, useState, type ReactNode } from 'react';
import { usePreferences } from '../../lib/api/preferences.ts';
import { fieldFilter, metricChoices, showAllOption } from '../../lib/reports/field-choices.ts';
import { FieldNamingContext } from '../../lib/reports/field-naming.ts';
import { metricLabel } from '../../lib/reports/metric-labels.ts';
import { columnPresets, moveItem, presetIds, presetOf } from './column-presets.ts';
import classes from './column-editor.module.css';

type EditorProps = { metrics: readonly MetricId[]; onChange: (metrics: readonly MetricId[]) => void };

// Name under which the person's own columns are saved.
const customList = 'report-custom';

const choices = [
  ...presetIds.map((id) => ({ value: id as string, label: columnPresets[id].label })),
  { value: 'custom', label: 'Custom' },
];

export function ColumnEditor({ metrics, onChange }: EditorProps): ReactNode {
  const { preferences, change } = usePreferences();
  const [isOpen, setOpen] = useState(false);
  const preset = presetOf(metrics);
  const set = (chosen: readonly MetricId[]) => {
    onChange(chosen);
    if (presetOf(chosen) === 'custom')
      void change((before) => ({ ...before, columns: { ...before.columns, [customList]: [...chosen] } }));
  };
  const choose = (id: string) => {
    const known = presetIds.find((one) => one === id);
    if (known !== undefined) return onChange(columnPresets[known].metrics);
    const own = (preferences?.columns[customList] ?? []).filter(isMetricId);
    if (own.length > 0) onChange(own);
    // Without own columns, the current ones are the start of them.
    setOpen(true);
  };
  return (
    <Group gap={4} wrap="nowrap" mb={2}>
      <SegmentedControl
        aria-label="Columns"
        size="xs"
        visibleFrom="md"
        data={choices}
        value={preset}
        onChange={choose}
      />
      <Popover opened={isOpen} onChange={setOpen} position="bottom-start" shadow="md" trapFocus>
        <Popover.Target>
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconColumns3 size={14} aria-hidden />}
            aria-label="Edit columns"
            onClick={() => setOpen((wasOpen) => !wasOpen)}
          >
            Columns
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label="Edit columns">
          <Stack gap="sm" w={280}>
            <Select
              label="Preset"
              hiddenFrom="md"
              data={choices}
              value={preset}
              allowDeselect={false}
              comboboxProps={{ withinPortal: false }}
              onChange={(id) => choose(id ?? '')}
            />
            <ColumnList metrics={metrics} onChange={set} />
            <AddColumn metrics={metrics} onChange={set} />
          </Stack>
        </Popover.Dropdown>
      </Popover>
    </Group>
  );
}

function ColumnList({ metrics, onChange }: EditorProps): ReactNode {
  const { labels } = use(FieldNamingContext);
  const [dragged, setDragged] = useState<number>();
  const move = (from: number, to: number) => onChange(moveItem(metrics, from, to));
  return (
    <div>
      <Text size="sm" fw={500}>
        Columns
      </Text>
      <Text size="xs" c="dimmed">
        Drag to reorder.
      </Text>
      <ol className={classes['list']}>
        {metrics.map((id, at) => {
          const name = metricLabel(id, labels);
          return (
            // Dragging is a shortcut for the buttons, which work by keyboard.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
            <li
              key={id}
              className={classes['item']}
              draggable
              data-dragged={dragged === at || undefined}
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move';
                event.dataTransfer.setData('text/plain', id);
                setDragged(at);
              }}
              onDragOver={(event) => event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault();
                if (dragged !== undefined) move(dragged, at);
              }}
              onDragEnd={() => setDragged(undefined)}
            >
              <IconGripVertical size={14} aria-hidden color="var(--mantine-color-dimmed)" />
              <span className={classes['name']}>{name}</span>
              <ItemButton label={`Move ${name} up`} isOff={at === 0} onClick={() => move(at, at - 1)}>
                <IconArrowUp size={14} aria-hidden />
              </ItemButton>
              <ItemButton
                label={`Move ${name} down`}
                isOff={at === metrics.length - 1}
                onClick={() => move(at, at + 1)}
              >
                <IconArrowDown size={14} aria-hidden />
              </ItemButton>
              <ItemButton
                label={`Remove ${name}`}
                isOff={metrics.length === 1}
                onClick={() => onChange(metrics.toSpliced(at, 1))}
              >
                <IconX size={14} aria-hidden />
              </ItemButton>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function ItemButton({
  label,
  isOff,
  onClick,
  children,
}: {
  label: string;
  isOff: boolean;
  onClick: () => void;
  children: ReactNode;
}): ReactNode {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="sm"
      aria-label={label}
      // Stays focusable, so that the keyboard can move a column several times in a row.
      aria-disabled={isOff || undefined}
      {...(isOff ? { 'data-disabled': true } : {})}
      onClick={() => {
        if (!isOff) onClick();
      }}
    >
      {children}
    </ActionIcon>
  );
}

function AddColumn({ metrics, onChange }: EditorProps): ReactNode {
  const naming = use(FieldNamingContext);
  const [isAll, setAll] = useState(false);
  const filter = fieldFilter({ naming, chosen: [], isAll });
  return (
    <Select
      label="Add column"
      placeholder="Search metrics"
      data={metricChoices(naming).map(({ group, items }) => ({
        group,
        items: items.filter(({ value }) => !metrics.some((id) => id === value)),
      }))}
      filter={filter}
      value={null}
      searchable
      nothingFoundMessage="No matches"
      comboboxProps={{ withinPortal: false }}
      maxDropdownHeight={220}
      onChange={(id) => {
        if (id === showAllOption.value) setAll(true);
        else if (id !== null && isMetricId(id)) onChange([...metrics, id]);
      }}
    />
  );
}
