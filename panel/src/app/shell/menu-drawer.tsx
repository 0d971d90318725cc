import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLayer } from '../../ui/use-layer.ts';

export function MenuDrawer({
  isOpen,
  onClose,
  children,
}: {
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}): ReactNode {
  return (
    <Drawer.Root opened={isOpen} onClose={useLayer(isOpen, onClose)} size={280}>
      <Drawer.Overlay />
      <Drawer.Content aria-label="Menu">
        <Drawer.Body h="100%" p={0}>
          {children}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
