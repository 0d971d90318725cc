import { Drawer, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLayer } from '../use-layer.ts';

export const sideDrawerWidthPx = 440;

export function SideDrawer({
  title,
  lead,
  isOpen,
  close,
  children,
}: {
  title: string;
  lead: string;
  isOpen: boolean;
  close: () => void;
  children: ReactNode;
}): ReactNode {
  return (
    <Drawer
      opened={isOpen}
      onClose={useLayer(isOpen, close)}
      position="right"
      size={sideDrawerWidthPx}
      styles={{ content: { borderLeft: '1px solid var(--wp-line)' } }}
      title={title}
      closeButtonProps={{ 'aria-label': 'Close' }}
      withOverlay={false}
      lockScroll={false}
      trapFocus={false}
      closeOnClickOutside={false}
      returnFocus
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {lead}
        </Text>
        {children}
      </Stack>
    </Drawer>
  );
}
