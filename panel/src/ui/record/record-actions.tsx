import { Button, Group } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useWorkspace } from '../../lib/api/current-workspace.ts';
import type { RecordKind, SomeRecord } from '../../lib/records/record-kind.ts';
import { LifecycleButton } from './lifecycle-button.tsx';
import type { useUndoableLifecycle } from './use-undoable-lifecycle.ts';

export function RecordActions<Row extends SomeRecord>({
  kind,
  record,
  lifecycle: { run, isPending },
}: {
  kind: RecordKind<Row>;
  record: Row;
  lifecycle: ReturnType<typeof useUndoableLifecycle>;
}): ReactNode {
  const { may } = useWorkspace();
  const navigate = useNavigate();
  const isArchived = record.status === 'archived';
  if (!may(kind.mayAdd)) return null;
  return (
    <Group gap="sm" className="wp-actions">
      <LifecycleButton
        isArchived={isArchived}
        isPending={isPending}
        onClick={() => run(isArchived ? 'restore' : 'archive', [record])}
      />
      <Button
        variant="default"
        leftSection={<IconCopy size={14} aria-hidden />}
        onClick={() => void navigate({ to: `/${kind.thing}/new`, search: { copy: record.id } })}
      >
        Duplicate
      </Button>
    </Group>
  );
}
