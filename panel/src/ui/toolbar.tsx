import { Group } from '@mantine/core';
import type { ReactNode } from 'react';

/** The line of filters and tools above a table. Its fields share the width of a narrow screen. */
export function Toolbar({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <Group gap="sm" mb="sm" mih={36} className="wp-toolbar" role="group" aria-label={label}>
      {children}
    </Group>
  );
}
