import { Table, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';

/** Header of a table column that has only buttons. */
export function ActionsHead(): ReactNode {
  return (
    <Table.Th>
      <VisuallyHidden>Actions</VisuallyHidden>
    </Table.Th>
  );
}
