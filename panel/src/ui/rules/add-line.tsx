import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { GroupError } from '../form-errors.tsx';

export function AddLine({
  error,
  label,
  onAdd,
}: {
  error: ReactNode;
  label: string;
  /** Undefined if nothing can be added. */
  onAdd: (() => void) | undefined;
}): ReactNode {
  return (
    <>
      <GroupError>{error}</GroupError>
      {onAdd === undefined ? null : (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={onAdd}
        >
          {label}
        </Button>
      )}
    </>
  );
}
