import { Button } from '@mantine/core';
import { IconArchive, IconRestore } from '@tabler/icons-react';
import type { ReactNode } from 'react';

export function LifecycleButton({
  isArchived,
  isPending,
  onClick,
}: {
  isArchived: boolean;
  isPending: boolean;
  onClick: () => void;
}): ReactNode {
  const Icon = isArchived ? IconRestore : IconArchive;
  return (
    <Button
      variant="default"
      loading={isPending}
      leftSection={<Icon size={14} aria-hidden />}
      onClick={onClick}
    >
      {isArchived ? 'Restore' : 'Archive'}
    </Button>
  );
}
