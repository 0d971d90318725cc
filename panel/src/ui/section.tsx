import { Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

export function Section({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}): ReactNode {
  return (
    <Paper component="section" aria-label={title} withBorder p="md" bg="var(--wp-surface)">
      <Title order={2}>{title}</Title>
      {lead === undefined ? null : (
        <Text size="sm" c="dimmed" mt={2}>
          {lead}
        </Text>
      )}
      <Stack gap="sm" mt={12}>
        {children}
      </Stack>
    </Paper>
  );
}
