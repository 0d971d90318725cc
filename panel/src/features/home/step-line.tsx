import { Group, Loader, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** Shows one step of a test. The state is shown with an icon and text, so that it does not depend on color alone. */
export function StepLine({
  state,
  children,
}: {
  state: 'done' | 'waiting' | 'problem' | 'note';
  children: ReactNode;
}): ReactNode {
  return (
    <Group component="span" gap="sm" wrap="nowrap" align="flex-start">
      <span style={{ flex: 'none', width: 16, paddingTop: 3, lineHeight: 1 }}>
        {state === 'waiting' ? <Loader size={14} aria-hidden /> : null}
        {state === 'done' ? <IconCheck size={16} color="var(--wp-good)" aria-label="Done" /> : null}
        {state === 'note' ? (
          <IconInfoCircle size={16} color="var(--mantine-color-dimmed)" aria-label="Note" />
        ) : null}
        {state === 'problem' ? (
          <IconAlertTriangle size={16} color="var(--wp-bad)" aria-label="Problem" />
        ) : null}
      </span>
      <Text component="span" className="wp-wrap" c="var(--mantine-color-text)">
        {children}
      </Text>
    </Group>
  );
}
