import { Box, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyText } from './copy-text.tsx';
import { ReachNote } from './reach-note.tsx';

/** A text to be used elsewhere, such as a link: what it is for, all of it, and a button that copies it. */
export function CopyLine({
  label,
  help,
  text,
  isReachSaid = false,
}: {
  label: string;
  help?: string | undefined;
  text: string;
  /** Whether the screen says once for several links who can open them. */
  isReachSaid?: boolean;
}): ReactNode {
  return (
    <Box>
      <Group justify="space-between" align="center" gap="sm" wrap="nowrap">
        <Text fw={500}>{label}</Text>
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
