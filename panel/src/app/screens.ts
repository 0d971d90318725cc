import { IconHome, type Icon } from '@tabler/icons-react';

/** What the sidebar offers, in its order. */
export const screens: readonly { to: string; label: string; icon: Icon }[] = [
  { to: '/', label: 'Start', icon: IconHome },
];
