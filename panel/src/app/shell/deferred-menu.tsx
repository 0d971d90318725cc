import { UnstyledButton } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { MenuButton } from './menu-target.ts';
import { useDeferredParts } from './use-deferred-parts.ts';

/** A button whose menu comes with what comes later. Who presses it before gets the menu as soon as it is here. */
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
