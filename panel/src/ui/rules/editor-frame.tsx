import { Button, Group } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode } from 'react';
import type { NamedRecordType } from '../../lib/records/named-records.ts';
import type { Editing } from '../../lib/forms/use-history.ts';
import { isFromNewRecord } from '../record/record-creation.tsx';
import { RecordFormFrame } from '../record/record-form.tsx';
import { sideDrawerWidthPx } from './side-drawer.tsx';

export function EditorFrame<Values extends object>({
  editing,
  references,
  isBesideOpen,
  after,
  children,
}: {
  editing: Editing<Values>;
  references: readonly NamedRecordType[];
  isBesideOpen: boolean;
  after?: ReactNode;
  children: ReactNode;
}): ReactNode {
  const isWide = useMediaQuery('(min-width: 1200px)');
  return (
    // Undo and redo shortcuts work in every field.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      onKeyDown={(event) => {
        if (isFromNewRecord(event)) return;
        preventSubmitOnEnter(event);
        editing.onKeyDown(event);
      }}
      style={{
        ['--foot-ground' as string]: 'var(--wp-ground)',
        paddingRight: isBesideOpen && isWide ? sideDrawerWidthPx : 0,
      }}
    >
      <RecordFormFrame
        form={editing.form}
        references={references}
        aside={<Steps undo={editing.undo} redo={editing.redo} />}
      >
        {children}
      </RecordFormFrame>
      {after}
    </div>
  );
}

/**
 * Keeps Enter from submitting the form, because Enter adds a value in the editor and must not save unfinished rules.
 */
function preventSubmitOnEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}

function Steps({
  undo,
  redo,
}: {
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
}): ReactNode {
  return (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconArrowBackUp size={14} aria-hidden />}
        disabled={undo === undefined}
        onClick={() => undo?.()}
      >
        Undo
      </Button>
      <Button
        variant="default"
        leftSection={<IconArrowForwardUp size={14} aria-hidden />}
        disabled={redo === undefined}
        onClick={() => redo?.()}
      >
        Redo
      </Button>
    </Group>
  );
}
