import { CloseButton, Group, Switch, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { startTransition, useState, type ReactNode } from 'react';
import type { Column } from '../table/column.ts';
import { ColumnChooser } from '../table/column-chooser.tsx';

/** Browsers let a page change its address only so often. */
const addressAfterMs = 250;

/** What stands above a list: search, filters, archived ones, columns. */
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
  /** In the beginning. */
  q: string;
  /** At every letter. */
  onType: (text: string) => void;
  /** A moment after the last one. */
  onTyped: (text: string) => void;
  isArchived: boolean;
  onArchived: (isArchived: boolean) => void;
  /** Filters of this list. */
  children?: ReactNode;
}): ReactNode {
  const tell = useDebouncedCallback(onTyped, addressAfterMs);
  const [text, setText] = useState(q);
  const type = (typed: string) => {
    setText(typed);
    // The letter shows at once; the rows follow as soon as they can.
    startTransition(() => onType(typed));
    tell(typed);
  };
  return (
    <Group gap="sm" mb="sm">
      <TextInput
        type="search"
        aria-label="Search"
        placeholder="Search"
        w={{ base: '100%', xs: 240 }}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={text}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        rightSection={
          text === '' ? null : (
            <CloseButton size="sm" aria-label="Clear the search" onClick={() => type('')} />
          )
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
    </Group>
  );
}
