import {
  ActionIcon,
  Menu,
  SegmentedControl,
  Text,
  UnstyledButton,
  useMantineColorScheme,
} from '@mantine/core';
import { IconLogout, IconSelector, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useHere } from '../../lib/me.ts';
import { signOut } from '../../lib/sign-out.ts';
import classes from './shell.module.css';

const schemes = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

export function UserMenu({ isNarrow }: { isNarrow: boolean }): ReactNode {
  const { me } = useHere();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="top-start" width={240}>
      <Menu.Target>
        {isNarrow ? (
          <ActionIcon aria-label={`Account and sign-out of ${me.email}`}>
            <IconUser size={18} stroke={1.6} aria-hidden />
          </ActionIcon>
        ) : (
          <UnstyledButton className={classes['row']} px="sm" py={6} miw={0} title="Account and sign-out">
            <Text truncate>{me.email}</Text>
            <IconSelector size={16} aria-hidden />
          </UnstyledButton>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Appearance</Menu.Label>
        <SegmentedControl
          size="xs"
          fullWidth
          m="xs"
          aria-label="Appearance"
          data={schemes}
          value={colorScheme}
          onChange={(value) => setColorScheme(value as 'auto' | 'light' | 'dark')}
        />
        <Menu.Divider />
        <Menu.Item component={Link} to="/account" leftSection={<IconUser size={14} aria-hidden />}>
          Your account
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={14} aria-hidden />} onClick={() => void signOut()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
