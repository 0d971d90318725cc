import { Box, Button, Group, Text } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import type { RecordKind, SomeRecord } from '../../lib/records/record-kind.ts';
import { taggedType } from '../../lib/records/change-tags.ts';
import { BlockedNote } from './blocked-note.tsx';
import { BulkTags } from './bulk-tags.tsx';
import { LifecycleButton } from './lifecycle-button.tsx';
import { useUndoableLifecycle } from './use-undoable-lifecycle.ts';

export type BulkProps<Row> = { selected: readonly Row[]; clear: () => void };

export function BulkBar<Row extends SomeRecord>({
  kind,
  selected,
  isArchived,
  clear,
  more: More,
}: {
  kind: RecordKind<Row>;
  selected: readonly Row[];
  isArchived: boolean;
  clear: () => void;
  more?: ComponentType<BulkProps<Row>> | undefined;
}): ReactNode {
  const { run, isPending, error, reset } = useUndoableLifecycle(kind, clear);
  const type = taggedType(kind.thing);
  return (
    <Box mb="sm">
      <Group gap="sm" mih={30} role="toolbar" aria-label="Selected rows">
        <Text fw={600} role="status">
          {selected.length} selected
        </Text>
        {More === undefined || isArchived ? null : <More selected={selected} clear={clear} />}
        {type === undefined || isArchived ? null : (
          <BulkTags
            thing={kind.thing}
            type={type}
            selected={selected.map((row) => ({ ...row, tags: row.tags ?? [] }))}
            clear={clear}
          />
        )}
        <LifecycleButton
          isArchived={isArchived}
          isPending={isPending}
          onClick={() => run(isArchived ? 'restore' : 'archive', selected)}
        />
        <Button variant="subtle" size="compact-sm" onClick={clear}>
          Clear
        </Button>
      </Group>
      {error === null ? null : (
        <Box mt="sm">
          <BlockedNote error={error} close={reset} />
        </Box>
      )}
    </Box>
  );
}
