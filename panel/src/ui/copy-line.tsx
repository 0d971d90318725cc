import { Box, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { reachOf } from '@waypost/contract/link-reach.ts';
import type { ReactNode } from 'react';
import { CopyText } from './copy-text.tsx';

/** A text to be used elsewhere, such as a link: what it is for, all of it, and a button that copies it. */
export function CopyLine({
  label,
  help,
  text,
}: {
  label: string;
  help?: string | undefined;
  text: string;
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
      <ReachNote text={text} />
    </Box>
  );
}

/** Says of a link to a local host that nobody outside can open it. */
function ReachNote({ text }: { text: string }): ReactNode {
  const reach = reachOf(text);
  if (reach === 'public') return null;
  const isOfPanel = text.startsWith(location.origin);
  return (
    <Group className="wp-warning" gap={6} mt={4} wrap="nowrap" align="flex-start">
      <IconAlertTriangle size={14} style={{ flex: 'none', marginTop: 2 }} aria-hidden />
      <Text size="xs" inherit fz="xs">
        {reach === 'computer'
          ? 'Only this computer can open this link.'
          : 'Only computers in the same network can open this link.'}{' '}
        {isOfPanel
          ? 'Set WAYPOST_PUBLIC_URL to a public address before you share it.'
          : 'Add a tracking domain or set WAYPOST_TRACKING_URL before you use it in ads or at a network.'}
      </Text>
    </Group>
  );
}
