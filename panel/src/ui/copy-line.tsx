import { Box, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyText } from './copy-text.tsx';
import { ReachNote } from './reach-note.tsx';

export function CopyLine({
  label,
  help,
  text,
  isReachSaid = false,
}: {
  label: string;
  help?: string | undefined;
  text: string;
  isReachSaid?: boolean;
}): ReactNode {
  return (
    <Box>
      <Group justify="space-between" align="center" gap="sm" wrap="nowrap">
        <Text size="sm" fw={600}>
          {label}
        </Text>
        <CopyText text={text} what={label} isSmall />
      </Group>
      <Text
        className="wp-copied"
        component="div"
        role="textbox"
        aria-readonly
        aria-label={label}
        tabIndex={0}
      >
        {text}
      </Text>
      {help === undefined ? null : (
        <Text size="xs" c="dimmed" mt={4}>
          {help}
        </Text>
      )}
      {isReachSaid ? null : <ReachNote text={text} />}
    </Box>
  );
}
