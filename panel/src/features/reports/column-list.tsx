import { ActionIcon, Select, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconX } from '@tabler/icons-react';
import type { AnyMetricId } from '@waypost/contract/reports/custom-metric-ids.ts';
import { use, useState, type ReactNode } from 'react';
import { isKnownMetric } from '../../lib/format/describe-metric.ts';
import { fieldFilter, metricChoices, showAllOption } from '../../lib/reports/field-choices.ts';
import { FieldNamingContext } from '../../lib/reports/field-naming.ts';
import { metricLabel } from '../../lib/reports/metric-labels.ts';
import { moveItem } from './column-presets.ts';
import classes from './column-editor.module.css';

type ColumnListProps = {
  metrics: readonly AnyMetricId[];
  onChange: (metrics: readonly AnyMetricId[]) => void;
};

export function ColumnList({ metrics, onChange }: ColumnListProps): ReactNode {
  const { labels } = use(FieldNamingContext);
  const [dragged, setDragged] = useState<number>();
  const move = (from: number, to: number) => onChange(moveItem(metrics, from, to));
  return (
    <div>
      <Text size="sm" fw={600}>
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

export function AddColumn({ metrics, onChange }: ColumnListProps): ReactNode {
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
        else if (id !== null && isKnownMetric(id)) onChange([...metrics, id]);
      }}
    />
  );
}
