import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { GroupError } from '../form-errors.tsx';

/** The end of a list within a form: what is wrong with it as a whole, and one more. */
export function AddLine({
  error,
  label,
  onAdd,
}: {
  error: ReactNode;
  label: string;
  /** Undefined where nothing can be added. */
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
