import { Button } from '@mantine/core';
import { IconTag } from '@tabler/icons-react';
import type { TaggedType } from '@waypost/contract/campaigns/tags.ts';
import { useState, type ReactNode } from 'react';
import { TagsDialog, type Tagged } from './tags-dialog.tsx';

export function BulkTags({
  thing,
  type,
  selected,
  clear,
}: {
  thing: string;
  type: TaggedType;
  selected: readonly Tagged[];
  clear: () => void;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconTag size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Tags
      </Button>
      {isOpen ? (
        <TagsDialog
          thing={thing}
          type={type}
          records={selected}
          close={() => setOpen(false)}
          onDone={clear}
        />
      ) : null}
    </>
  );
}
