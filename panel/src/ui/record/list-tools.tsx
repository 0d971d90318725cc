import { CloseButton, Group, Switch, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { startTransition, useState, type ReactNode } from 'react';
import type { Column } from '../table/column.ts';
import { ColumnChooser } from '../table/column-chooser.tsx';
import { Toolbar } from '../toolbar.tsx';

/** Delay before typed text is written to the URL. Browsers limit how often a page may change its URL. */
const urlDelayMs = 250;

export function ListTools<Row>({
  list,
  columns,
  q,
  onType,
  onTyped,
  isArchived,
  onArchived,
  children,
}: {
  list: string;
  columns: readonly Column<Row>[];
  q: string;
  onType: (text: string) => void;
  onTyped: (text: string) => void;
  isArchived: boolean;
  onArchived: (isArchived: boolean) => void;
  children?: ReactNode;
}): ReactNode {
  const updateUrl = useDebouncedCallback(onTyped, urlDelayMs);
  const [text, setText] = useState(q);
  const type = (typed: string) => {
    setText(typed);
    // Shows the typed text immediately, and renders the rows with lower priority.
    startTransition(() => onType(typed));
    updateUrl(typed);
  };
  return (
    <Toolbar label="Filters">
      <TextInput
        type="search"
        aria-label="Search"
        placeholder="Search"
        w={{ base: '100%', xs: 240 }}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={text}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        rightSection={
          text === '' ? null : <CloseButton size="sm" aria-label="Clear search" onClick={() => type('')} />
        }
      />
      {children}
      <Switch
        size="xs"
        label="Archived"
        checked={isArchived}
        onChange={({ currentTarget }) => onArchived(currentTarget.checked)}
      />
      <Group ml="auto">
        <ColumnChooser list={list} columns={columns} />
      </Group>
    </Toolbar>
  );
}
