import { UnstyledButton } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { MenuButton } from './menu-target.ts';
import { useDeferredParts } from './use-deferred-parts.ts';

/** Menu button that works before the menu's code has loaded: pressing it loads and opens the menu. */
export function DeferredMenu({
  menu,
  ...button
}: MenuButton & { menu: 'UserMenu' | 'WorkspaceMenu' }): ReactNode {
  const [isWanted, setWanted] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const Menu = useDeferredParts(isWanted)?.[menu];
  if (Menu !== undefined) return <Menu {...button} startsOpen={isWanted} autoFocus={isFocused} />;
  return (
    <UnstyledButton
      {...button}
      aria-haspopup="menu"
      onClick={() => setWanted(true)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    />
  );
}
