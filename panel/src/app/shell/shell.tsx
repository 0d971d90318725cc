import { AppShell, Burger, Divider, Group, NavLink, ScrollArea, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Mark } from '../../ui/mark.tsx';
import { screens } from '../screens.ts';
import { ConnectionBar } from './connection-bar.tsx';
import { SignInAgain } from './sign-in-again.tsx';
import { UserMenu } from './user-menu.tsx';
import { WorkspaceMenu } from './workspace-menu.tsx';

/** What stays around every screen. */
export function Shell(): ReactNode {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <AppShell
      header={{ height: { base: 48, sm: 0 } }}
      navbar={{ width: 216, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      transitionDuration={120}
    >
      <a className="wp-skip" href="#content">
        Skip to the content
      </a>
      <AppShell.Header hiddenFrom="sm" bg="var(--wp-surface)">
        <Group h="100%" px="sm" gap="sm">
          <Burger
            size="sm"
            opened={isOpen}
            onClick={toggle}
            aria-label={isOpen ? 'Close the menu' : 'Open the menu'}
          />
          <Mark size={20} />
          <Text fw={600}>Waypost</Text>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar bg="var(--wp-surface)" p="sm">
        <AppShell.Section visibleFrom="sm">
          <Group gap="sm" px="sm" py="sm">
            <Mark size={22} />
            <Text fw={600}>Waypost</Text>
          </Group>
        </AppShell.Section>
        <AppShell.Section>
          <WorkspaceMenu />
        </AppShell.Section>
        <Divider my="sm" color="var(--wp-line)" />
        <AppShell.Section grow component={ScrollArea}>
          <nav aria-label="Screens">
            {screens.map(({ to, label, icon: Icon }) => (
              <NavLink
                key={to}
                component={Link}
                to={to}
                label={label}
                active={to === '/' ? path === '/' : path.startsWith(to)}
                leftSection={<Icon size={16} stroke={1.6} aria-hidden />}
                onClick={close}
              />
            ))}
          </nav>
        </AppShell.Section>
        <Divider my="sm" color="var(--wp-line)" />
        <AppShell.Section>
          <UserMenu />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main>
        <ConnectionBar />
        <Outlet />
      </AppShell.Main>
      <SignInAgain />
    </AppShell>
  );
}
