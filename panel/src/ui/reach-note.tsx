import { Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { reachOf } from '@waypost/contract/values/link-reach.ts';
import type { ReactNode } from 'react';

/** Warns that a link to a local host can't be opened from outside. */
export function ReachNote({ text, isOfMany = false }: { text: string; isOfMany?: boolean }): ReactNode {
  const reach = reachOf(text);
  if (reach === 'public') return null;
  const isOfPanel = text.startsWith(location.origin);
  const who = reach === 'computer' ? 'this computer' : 'devices on the same network';
  const [what, it] = isOfMany ? ['these links', 'them'] : ['this link', 'it'];
  return (
    <Group className="wp-warning" gap={6} mt={4} wrap="nowrap" align="flex-start">
      <IconAlertTriangle size={14} style={{ flex: 'none', marginTop: 2 }} aria-hidden />
      <Text fz="xs" c="inherit">
        Only {who} can open {what}.{' '}
        {isOfPanel
          ? `Set WAYPOST_PUBLIC_URL to a public address before you share ${it}.`
          : `Add a tracking domain or set WAYPOST_TRACKING_URL before you use ${it} in ads or with an affiliate network.`}
      </Text>
    </Group>
  );
}
