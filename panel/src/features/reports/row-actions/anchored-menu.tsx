import { Menu, Portal } from '@mantine/core';
import type { ReactNode } from 'react';

// Opens a menu next to an element that is not part of it, such as a row of a virtual table.
export function AnchoredMenu({
  anchor,
  close,
  children,
}: {
  anchor: HTMLElement;
  close: () => void;
  children: ReactNode;
}): ReactNode {
  const box = anchor.getBoundingClientRect();
  // A whole row is opened by keyboard. The menu is then shown at its start.
  const isRow = anchor.tagName === 'TR';
  const left = isRow ? box.left + 24 : box.right - 1;
  return (
    <Menu
      opened
      onClose={close}
      shadow="md"
      position={isRow ? 'bottom-start' : 'bottom-end'}
      width={280}
      returnFocus={false}
      // Without key events, because the key that opens the menu would also close it.
      clickOutsideEvents={['mousedown', 'touchstart']}
    >
      <Portal>
        <Menu.Target>
          <span style={{ position: 'fixed', left, top: box.bottom - 4, width: 1, height: 1 }} />
        </Menu.Target>
      </Portal>
      <Menu.Dropdown aria-label="Row actions">{children}</Menu.Dropdown>
    </Menu>
  );
}
