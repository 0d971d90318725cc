import { ActionIcon, Checkbox, Popover, Stack, Text, Tooltip } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { usePreferences } from '../../lib/api/preferences.ts';
import { DensityChoice } from './density-choice.tsx';
import { chooseColumns, toggleColumn, type Column } from './column.ts';

export function ColumnChooser<Row>({
  list,
  columns,
}: {
  list: string;
  columns: readonly Column<Row>[];
}): ReactNode {
  const { preferences, change } = usePreferences();
  const chosen = new Set(chooseColumns(columns, preferences?.columns[list]).map(({ id }) => id));
  const toggle = (id: string) => {
    const ids = toggleColumn(columns, preferences?.columns[list], id);
    void change((before) => ({ ...before, columns: { ...before.columns, [list]: ids } }));
  };
  return (
    <Popover position="bottom-end" withinPortal trapFocus>
      <Popover.Target>
        <Tooltip label="Columns and density">
          <ActionIcon variant="default" size={30} aria-label="Columns and density">
            <IconColumns3 size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm" mah={420} style={{ overflow: 'auto' }}>
          <Text fw={600}>Columns</Text>
          {columns.slice(1).map(({ id, label }) => (
            <Checkbox key={id} size="xs" label={label} checked={chosen.has(id)} onChange={() => toggle(id)} />
          ))}
          <Text fw={600}>Row density</Text>
          <DensityChoice />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
