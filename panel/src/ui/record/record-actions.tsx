import { Box, Button, Group, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { RecordKind, SomeRecord } from '../../lib/records/record-kind.ts';
import { Timestamp } from '../timestamp.tsx';
import { BlockedNote } from './blocked-note.tsx';
import { LifecycleButton } from './lifecycle-button.tsx';
import { useUndoableLifecycle } from './use-undoable-lifecycle.ts';

export function RecordActions<Row extends SomeRecord>({
  kind,
  record,
  mayAdd,
  mayChange,
}: {
  kind: RecordKind<Row>;
  record: Row;
  mayAdd: boolean;
  mayChange: boolean;
}): ReactNode {
  const { run, isPending, error, reset } = useUndoableLifecycle(kind);
  const navigate = useNavigate();
  const isArchived = record.status === 'archived';
  return (
    <Box>
      <Group gap="sm" justify="space-between">
        <Text size="xs" c="dimmed">
          Created <Timestamp at={record.createdAt} />
          {isArchived && mayChange ? '. Restore it to edit.' : null}
          {mayChange ? null : '. Read-only.'}
        </Text>
        {mayAdd ? (
          <Group gap="sm">
            <Button
              variant="default"
              size="compact-md"
              leftSection={<IconCopy size={14} aria-hidden />}
              onClick={() =>
                void navigate({
                  to: `/${kind.thing}/new`,
                  search: (before) => ({ ...before, copy: record.id }),
                })
              }
            >
              Duplicate
            </Button>
            <LifecycleButton
              isArchived={isArchived}
              isPending={isPending}
              onClick={() => run(isArchived ? 'restore' : 'archive', [record])}
            />
          </Group>
        ) : null}
      </Group>
      {error === null ? null : (
        <Box mt="sm">
          <BlockedNote error={error} close={reset} />
        </Box>
      )}
    </Box>
  );
}
