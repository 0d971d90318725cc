import { Menu, SegmentedControl, UnstyledButton } from '@mantine/core';
import { IconLogout, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { DensityChoice } from '../../ui/table/density-choice.tsx';
import { signOut } from './sign-out.ts';
import type { MenuTarget } from './menu-target.ts';
import { useAppearance } from './use-appearance.ts';

const themes = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

export function UserMenu({ startsOpen, ...target }: MenuTarget): ReactNode {
  const { theme, choose } = useAppearance();
  return (
    <Menu position="top-start" width={240} defaultOpened={startsOpen}>
      <Menu.Target>
        <UnstyledButton {...target} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Appearance</Menu.Label>
        <SegmentedControl
          size="xs"
          fullWidth
          m="xs"
          aria-label="Appearance"
          data={[...themes]}
          value={theme}
          onChange={choose}
        />
        <Menu.Label>Row density</Menu.Label>
        <DensityChoice m="xs" fullWidth />
        <Menu.Divider />
        <Menu.Item component={Link} to="/account" leftSection={<IconUser size={14} aria-hidden />}>
          Account
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={14} aria-hidden />} onClick={() => void signOut()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
