import { UnstyledButton } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { MenuButton } from './menu-target.ts';
import { useLater } from './use-later.ts';

/** A button whose menu comes with what comes later. Who presses it before gets the menu as soon as it is here. */
export function MenuPlace({
  menu,
  ...button
}: MenuButton & { menu: 'UserMenu' | 'WorkspaceMenu' }): ReactNode {
  const [isWanted, setWanted] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const Menu = useLater(isWanted)?.[menu];
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
