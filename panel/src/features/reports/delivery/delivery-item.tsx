import { Badge, Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';

// A share link or schedule in a list: its name and state, details, and buttons.
export function DeliveryItem({
  name,
  state,
  isProblem = false,
  actions,
  children,
}: {
  name: string;
  state: string;
  isProblem?: boolean;
  actions: ReactNode;
  children: ReactNode;
}): ReactNode {
  return (
    <Paper component="li" withBorder p="sm" bg="var(--wp-surface)">
      <Group justify="space-between" gap="xs" wrap="nowrap" align="start">
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Badge color={isProblem ? 'red' : 'gray'} style={{ flexShrink: 0 }}>
          {state}
        </Badge>
      </Group>
      <Text component="div" size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
      <Group gap="xs" mt="xs">
        {actions}
      </Group>
    </Paper>
  );
}
