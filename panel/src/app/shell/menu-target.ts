import type { UnstyledButtonProps } from '@mantine/core';
import type { ComponentProps } from 'react';

export type MenuButton = UnstyledButtonProps & ComponentProps<'button'>;

/** Button that opens a menu. `startsOpen` is true if the button was pressed before the menu had loaded. */
export type MenuTarget = MenuButton & { startsOpen: boolean };
