import type { UnstyledButtonProps } from '@mantine/core';
import type { ComponentProps } from 'react';

export type MenuButton = UnstyledButtonProps & ComponentProps<'button'>;

/** The button that opens a menu; it may have been pressed before the menu was here. */
export type MenuTarget = MenuButton & { startsOpen: boolean };
